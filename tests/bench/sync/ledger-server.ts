import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchPages } from "./pages.ts";

const ID = /^[0-9a-f-]{36}$/;

/**
 * What the server does with one request for an item: the status it answers with, `hang` (it never
 * replies) or `drop` (it accepts the item and cuts the connection before the reply).
 */
export type Answer = number | "hang" | "drop";

/** One request that reached the server completely. */
export interface Received {
  /** The item's id, read from its bytes; its key if they hold no id. */
  item: string;
  key: string;
  /** Epoch ms. */
  at: number;
  /** Whether the server accepted the item, so that its effect took place. */
  taken: boolean;
}

/** A server that records what was done for which key. */
export interface Ledger {
  origin: string;
  /** Every request for an item so far, in the order of arrival. */
  received: readonly Received[];
  /**
   * Decides the answer from now on.
   * @param attempt requests for that item so far, including this one
   */
  answerWith(decide: (item: string, attempt: number) => Answer): void;
  /**
   * Sets how long a request and its reply travel from now on, half of it each way. A request whose
   * sender dies on the way has not reached the server, like an upload over a slow line.
   */
  travel(roundTripMs: () => number): void;
  /**
   * From now on every request for an item and every probe is cut off without a reply, or none is.
   */
  cutOff(isCutOff: boolean): void;
  /**
   * Accepts requests and holds their replies back. @returns a function that releases them and all
   * later replies
   */
  holdReplies(): () => void;
  /**
   * The number of effects for each item, for a server that does the work of a key once, or every
   * time. Clients see the same replies from both, so one run measures both.
   */
  effects(mode: "honours key" | "ignores key"): Map<string, number>;
  /** Resolves with true once every item has arrived, or with false after `withinMs`. */
  arrived(items: Iterable<string>, withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Starts a ledger on its own port, and so at its own origin. It treats every contender the same:
 * only the port differs.
 * @param pages served from the same origin, so that no request needs a preflight
 */
export async function startLedger(pages?: BenchPages): Promise<Ledger> {
  const received: Received[] = [];
  let decide: (item: string, attempt: number) => Answer = () => 200;
  let roundTripMs = () => 0;
  let held: Promise<void> = Promise.resolve();
  let isCutOff = false;
  const watchers = new Set<() => void>();

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers["idempotency-key"] ?? "");
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part);
    } catch {
      return; // The connection was cut on the way: the request never arrived completely.
    }
    let isGone = false;
    response.once("close", () => {
      isGone = true;
    });
    const wayMs = roundTripMs() / 2;
    if (wayMs > 0) await sleep(wayMs);
    if (isGone) return;
    const head = Buffer.concat(parts).subarray(0, key.length).toString("latin1");
    const item = ID.test(head) ? head : key;
    const attempt = 1 + received.filter((each) => each.item === item).length;
    const answer = decide(item, attempt);
    const taken = answer === 200 || answer === "drop";
    received.push({ item, key, at: Date.now(), taken });
    for (const watcher of watchers) watcher();
    if (answer === "hang") return;
    if (wayMs > 0) await sleep(wayMs);
    await held;
    if (answer === "drop") request.socket.destroy();
    else response.writeHead(answer, { "content-type": "application/json" }).end("{}");
  }

  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "idempotency-key, content-type");
    response.setHeader("access-control-max-age", "7200");
    response.setHeader("cache-control", "no-store");
    const isForItems = request.url === "/items" || request.url === "/health";
    if (isCutOff && isForItems) request.socket.destroy();
    else if (request.method === "OPTIONS") response.writeHead(204).end();
    else if (request.url === "/health") response.writeHead(200).end("{}");
    else if (request.method === "POST" && request.url === "/items") void take(request, response);
    else if (pages?.answer(request, response) !== true) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const ledger: Ledger = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(next) {
      decide = next;
    },
    travel(next) {
      roundTripMs = next;
    },
    cutOff(next) {
      isCutOff = next;
    },
    holdReplies() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    effects(mode) {
      const effects = new Map<string, number>();
      const done = new Set<string>();
      for (const { item, key, taken } of received) {
        if (!taken || (mode === "honours key" && done.has(key))) continue;
        done.add(key);
        effects.set(item, (effects.get(item) ?? 0) + 1);
      }
      return effects;
    },
    async arrived(items, withinMs) {
      const missing = new Set(items);
      let seen = 0;
      const isComplete = () => {
        for (; seen < received.length; seen += 1) {
          const each = received[seen];
          if (each?.taken) missing.delete(each.item);
        }
        return missing.size === 0;
      };
      if (isComplete()) return true;
      return new Promise((resolve) => {
        const end = (result: boolean) => {
          watchers.delete(look);
          clearTimeout(timer);
          resolve(result);
        };
        const look = () => {
          if (isComplete()) end(true);
        };
        const timer = setTimeout(() => end(false), withinMs);
        watchers.add(look);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return ledger;
}
