import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOn } from "#tests/support/loopback.ts";
import { answerPage } from "../pages.ts";

const ID = /^[0-9a-f-]{36}$/;

/** One request for an item that reached the server completely. */
interface Received {
  /** The item's id, read from its bytes; its key if they hold no id. */
  item: string;
  key: string;
  /** When it was answered, epoch ms with fractions; null until then. */
  answeredAt: number | null;
}

/**
 * A server that records what was done for which key, at its own origin, from which it also serves
 * the pages. It treats every contender the same: only the port differs.
 */
export class Ledger {
  /** Every request that the server accepted, so that its effect took place, in order of arrival. */
  readonly #taken: Received[] = [];
  /** The item that is always answered with 500. */
  poison: string | null = null;
  /**
   * How long a request and its reply travel, half of it each way. A request whose sender dies on the
   * way has not reached the server, like an upload over a slow line.
   */
  roundTripMs: () => number = () => 0;
  /** While true, every request for an item and every probe is cut off without a reply. */
  isCutOff = false;
  readonly #server = createServer((request, response) => this.#answer(request, response));
  /** They are told of every accepted request that was answered. */
  readonly #watchers = new Set<(answered: Received) => void>();
  readonly #pages: string;
  origin = "";
  close = async () => {};

  private constructor(pages: string) {
    this.#pages = pages;
  }

  /** Starts it on its own port. @param pages the folder of the built pages */
  static async start(pages: string): Promise<Ledger> {
    const ledger = new Ledger(pages);
    ledger.#server.keepAliveTimeout = 60_000;
    const { url: origin, stop: close } = await listenOn(ledger.#server);
    return Object.assign(ledger, { origin, close });
  }

  /**
   * The number of effects for each item, for a server that does the work of a key once, or every
   * time. Clients see the same replies from both, so one run measures both.
   */
  effects(honoursKey: boolean): Map<string, number> {
    const effects = new Map<string, number>();
    const done = new Set<string>();
    for (const { item, key } of this.#taken) {
      if (honoursKey && done.has(key)) continue;
      done.add(key);
      effects.set(item, (effects.get(item) ?? 0) + 1);
    }
    return effects;
  }

  /**
   * Waits until every item was accepted and answered. @returns when the last was, epoch ms with
   * fractions; null after `withinMs`
   */
  async arrived(items: Iterable<string>, withinMs: number): Promise<number | null> {
    const missing = new Set(items);
    let last = 0;
    return new Promise((resolve) => {
      const end = (result: number | null) => {
        this.#watchers.delete(note);
        clearTimeout(timer);
        resolve(result);
      };
      const timer = setTimeout(() => end(null), withinMs);
      const note = ({ item, answeredAt }: Received) => {
        if (answeredAt !== null && missing.delete(item)) last = Math.max(last, answeredAt);
        if (missing.size === 0) end(last);
      };
      this.#watchers.add(note);
      for (const each of this.#taken) note(each);
    });
  }

  /** Forgets what arrived, and again answers every request, without delay. */
  reset(): void {
    this.#taken.length = 0;
    this.poison = null;
    this.roundTripMs = () => 0;
    this.isCutOff = false;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { url } = request;
    response.setHeader("cache-control", "no-store");
    if (answerPage(this.#pages, request, response)) return;
    if (url !== "/items" && url !== "/health") response.writeHead(404).end();
    else if (this.isCutOff) request.socket.destroy();
    else if (url === "/health") response.end("{}");
    else this.#take(request, response).catch(() => response.destroy());
  }

  /** @throws when the connection was cut on the way: the request never arrived completely */
  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers["idempotency-key"] ?? "");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    let isGone = false;
    response.once("close", () => {
      isGone = true;
    });
    const wayMs = this.roundTripMs() / 2;
    if (wayMs > 0) await sleep(wayMs);
    if (isGone) return;
    const head = Buffer.concat(parts).subarray(0, key.length).toString("latin1");
    const received: Received = { item: ID.test(head) ? head : key, key, answeredAt: null };
    const status = received.item === this.poison ? 500 : 200;
    if (status === 200) this.#taken.push(received);
    if (wayMs > 0) await sleep(wayMs);
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
    if (status !== 200) return;
    received.answeredAt = performance.timeOrigin + performance.now();
    for (const watcher of this.#watchers) watcher(received);
  }
}
