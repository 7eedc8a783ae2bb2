import type { Page } from "playwright";
import { v7 as uuidv7 } from "uuid";
import type { BenchPage } from "./present.ts";
import { callNotes, type RacerName, type SpeedArena } from "./speed-arena.ts";

/** Bytes of an item: a second of speech. */
export const ITEM_BYTES = 4000;
/** How many items are enqueued at the same time when many have to wait. */
const AT_ONCE = 50;

/** Opens a racer's queue on its page. @returns when the opening began, epoch ms with fractions */
export async function openQueue(arena: SpeedArena, racer: RacerName): Promise<number> {
  const { url } = arena.server(racer);
  if (racer === "notes") return callNotes(arena.page, "open", url);
  return arena.page.evaluate(async (server) => {
    const bench: BenchPage = Reflect.get(globalThis, "bench");
    const begun = performance.timeOrigin + performance.now();
    await bench.open(server);
    return begun;
  }, url);
}

/**
 * Makes `count` items wait while the server is down, and opens the racer's queue.
 * @param withinMs after this time no more items are enqueued
 * @returns how many wait
 */
export async function letWait(
  arena: SpeedArena,
  racer: RacerName,
  count: number,
  withinMs = 600_000,
): Promise<number> {
  const server = arena.server(racer);
  server.isDown = true;
  await arena.visit(racer);
  if (racer === "notes") {
    await callNotes(arena.page, "fill", count, ITEM_BYTES);
    await openQueue(arena, racer);
    return count;
  }
  await openQueue(arena, racer);
  const end = Date.now() + withinMs;
  let waiting = 0;
  while (waiting < count && Date.now() < end) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - waiting) }, () => uuidv7());
    await enqueueTogether(arena.page, ids);
    waiting += ids.length;
  }
  return waiting;
}

/** The network is back, and the page is told. @returns the time of it, epoch ms with fractions */
export async function comeBack(arena: SpeedArena, racer: RacerName): Promise<number> {
  arena.server(racer).isDown = false;
  if (racer === "notes") return callNotes(arena.page, "wake");
  return arena.page.evaluate(() => {
    const bench: BenchPage = Reflect.get(globalThis, "bench");
    const begun = performance.timeOrigin + performance.now();
    // Some queues resolve only after everything is sent, some reject by then, so the server tells.
    bench.wake().catch(() => undefined);
    return begun;
  });
}

/** Enqueues one item of `size` bytes. @returns ms until the queue says that it is stored */
export function timeEnqueue(page: Page, size: number): Promise<number> {
  return page.evaluate(
    async (item) => {
      const bench: BenchPage = Reflect.get(globalThis, "bench");
      const begun = performance.now();
      await bench.enqueue(item);
      return performance.now() - begun;
    },
    { id: uuidv7(), size },
  );
}

function enqueueTogether(page: Page, ids: string[]): Promise<void> {
  return page.evaluate(
    async ({ ids, size }) => {
      const bench: BenchPage = Reflect.get(globalThis, "bench");
      await Promise.all(ids.map((id) => bench.enqueue({ id, size })));
    },
    { ids, size: ITEM_BYTES },
  );
}
