import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchPages } from "./pages.ts";

const ID = /^[0-9a-f-]{36}$/;

/**
 * What the server does with one request for an item: a status, `hang` (no reply, ever) or `drop`
 * (the item is taken and the connection cut before the reply).
 */
export type Answer = number | "hang" | "drop";

/** One request that reached the server whole. */
export interface Received {
  /** The item's id, as its bytes say it; its key where they don't. */
  item: string;
  key: string;
  /** Epoch ms. */
  at: number;
  /** The item was taken: the effect took place. */
  taken: boolean;
}

/** A server that keeps account of what was done for which key. */
export interface Ledger {
  origin: string;
  /** Every request for an item so far, in the order they came. */
  received: readonly Received[];
  /** Decides the answer from now on. @param attempt requests for that item so far, this one included */
  answerWith(decide: (item: string, attempt: number) => Answer): void;
  /**
   * How long a request and its reply travel from now on, half of it each way. One whose sender dies
   * on the way has not reached the server, as an upload on a thin line.
   */
  travel(roundTripMs: () => number): void;
  /** From now on no request for an item and no probe gets a reply, or all do again: they are cut off. */
  cutOff(isCutOff: boolean): void;
  /** Takes what comes and keeps the replies back. @returns lets them go, those to come too */
  holdReplies(): () => void;
  /**
   * Effects by item, as they were had the server done once what a key asks for, or every time: what
   * clients see of it is the same, so one run tells both.
   */
  effects(mode: "honours key" | "ignores key"): Map<string, number>;
  /** Resolves once every item has arrived. @returns false when `withinMs` have passed before */
  arrived(items: Iterable<string>, withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Starts a ledger on a port of its own, so an origin of its own. The same for every contender: all it
 * tells them apart by is its port.
 * @param pages served from the same origin, so that no request costs a preflight
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
      return; // Cut off on its way: it never reached the server whole.
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
