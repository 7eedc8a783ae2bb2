import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchPages } from "./pages.ts";

/** What the server always does with the requests of one key. */
export type Fate = "answer" | "refuse" | "break" | "hang";

/** A backend with an adjustable round trip that records when each key arrived completely. */
export interface SpeedServer {
  readonly url: string;
  /** How long each answer takes, ms. */
  roundTripMs: number;
  /** While true, no connection succeeds: each is closed at once. */
  isDown: boolean;
  fateOf: (key: string) => Fate;
  /** When the last request of each key was answered with success, epoch ms with fractions. */
  readonly arrivals: ReadonlyMap<string, number>;
  /**
   * When the first request for an item came since the last reset, epoch ms with fractions; null
   * when `withinMs` have passed before.
   */
  firstItem(withinMs: number): Promise<number | null>;
  /**
   * Resolves once `count` keys have arrived.
   * @returns when the last of them arrived, epoch ms with fractions; null when `withinMs` have
   * passed before
   */
  arrived(count: number, withinMs: number): Promise<number | null>;
  /** Forgets what arrived, and again answers every request, without delay. */
  reset(): void;
  close(): Promise<void>;
}

const TABLES = "/rest/v1/";

/**
 * Starts the server at its own origin, which also serves the pages, so that no request needs a
 * preflight: `POST /items` for every contender, and the endpoints of a Supabase backend for the
 * app's own notes. A note has arrived when its log row has.
 */
export async function startSpeedServer(pages: Pick<BenchPages, "answer">): Promise<SpeedServer> {
  const arrivals = new Map<string, number>();
  let watch: () => void = () => {};
  let first: number | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (pages.answer(request, response)) return;
    if (server.isDown) return void request.socket.destroy();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isLog = path.startsWith(`${TABLES}agent_logs`) && request.method === "POST";
    const row = isLog ? (JSON.parse(Buffer.concat(parts).toString()) as { id: string }) : null;
    const key = row?.id ?? request.headers["idempotency-key"];
    const fate = typeof key === "string" ? server.fateOf(key) : "answer";
    if (typeof key === "string" && first === null) {
      first = now();
      watch();
    }
    if (fate === "hang") return;
    setTimeout(() => {
      const { status, reply } = replyTo(path, fate, row);
      response.writeHead(status, {
        "content-type": "application/json",
        "cache-control": "no-store",
      });
      response.end(JSON.stringify(reply));
      if (typeof key !== "string" || status >= 300) return;
      if (row === null && path !== "/items") return;
      if (!arrivals.has(key)) arrivals.set(key, now());
      watch();
    }, server.roundTripMs);
  }

  function until<T>(found: () => T | null, withinMs: number): Promise<T | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(null), withinMs);
      const end = (value: T | null) => {
        clearTimeout(timer);
        watch = () => {};
        resolve(value);
      };
      watch = () => {
        const value = found();
        if (value !== null) end(value);
      };
      watch();
    });
  }

  const http = createServer((request, response) => {
    // A page that is left closes its connections.
    answer(request, response).catch(() => response.destroy());
  });
  http.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: SpeedServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    roundTripMs: 0,
    isDown: false,
    fateOf: () => "answer",
    arrivals,
    firstItem: (withinMs) => until(() => first, withinMs),
    arrived: (count, withinMs) =>
      until(() => (arrivals.size < count ? null : Math.max(...arrivals.values())), withinMs),
    reset() {
      arrivals.clear();
      first = null;
      server.roundTripMs = 0;
      server.isDown = false;
      server.fateOf = () => "answer";
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

function replyTo(
  path: string,
  fate: Exclude<Fate, "hang">,
  row: object | null,
): { status: number; reply: unknown } {
  if (fate !== "answer") {
    const code = fate === "refuse" ? "refused" : "internal";
    return {
      status: fate === "refuse" ? 422 : 500,
      reply: { error: { code, message: "As the bench wants it." } },
    };
  }
  if (path.startsWith("/auth/v1/health")) return { status: 200, reply: { name: "GoTrue" } };
  if (path.startsWith("/functions/v1/")) {
    return { status: 200, reply: { success: true, transcription: "Words", summary: "Word" } };
  }
  if (row !== null) {
    return { status: 201, reply: [{ ...row, created_at: new Date().toISOString() }] };
  }
  return { status: 200, reply: path.startsWith(TABLES) ? [] : {} };
}

/** Epoch ms with fractions, as the pages measure it too. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
