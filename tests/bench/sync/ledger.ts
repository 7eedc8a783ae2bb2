import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOn } from "#tests/support/loopback.ts";
import { answerPage } from "../pages.ts";

/** A server that takes items, and serves the folder of the pages. */
export class Ledger {
  /** When each item was answered, by its key: epoch ms with fractions. */
  readonly #answered = new Map<string, number>();
  /** The item that is always answered with 500. */
  poison: string | null = null;
  /** How long a request and its reply travel, ms, half of it each way. */
  roundTripMs = 0;
  /** While true, every request for an item and every probe is cut off without a reply. */
  isCutOff = false;
  readonly #server = createServer((request, response) => this.#answer(request, response));
  /** Told of every answered item. */
  #watch: () => void = () => {};
  readonly #pages: string;
  origin = "";
  close = async () => {};

  private constructor(pages: string) {
    this.#pages = pages;
  }

  /** @param pages the folder of the built pages */
  static async start(pages: string): Promise<Ledger> {
    const ledger = new Ledger(pages);
    ledger.#server.keepAliveTimeout = 60_000;
    const { url: origin, stop: close } = await listenOn(ledger.#server);
    return Object.assign(ledger, { origin, close });
  }

  /**
   * Waits until every item was answered. @returns when the last was, epoch ms with fractions; null
   * after `withinMs`
   */
  arrived(items: readonly string[], withinMs: number): Promise<number | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), withinMs);
      this.#watch = () => {
        const times = items.map((item) => this.#answered.get(item) ?? Number.NaN);
        if (times.some(Number.isNaN)) return;
        clearTimeout(timer);
        resolve(Math.max(...times));
      };
      this.#watch();
    });
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
    await request.resume().toArray();
    await sleep(this.roundTripMs / 2);
    const status = key === this.poison ? 500 : 200;
    await sleep(this.roundTripMs / 2);
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
    if (status !== 200) return;
    this.#answered.set(key, performance.timeOrigin + performance.now());
    this.#watch();
  }
}
