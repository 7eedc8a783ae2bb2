import type { CDPSession } from "playwright";
import { RACERS, type RacerName, type SpeedArena, WAYS } from "./speed-arena.ts";
import { figure } from "./speed-figures.ts";
import { letWait, openQueue } from "./speed-racers.ts";

const WAITING = [0, 100, 10_000];
const ROUND_TRIP_MS = 20;
/** The page's work is counted for this long after it was told to open the queue, ms. */
const WINDOW_MS = 2000;
const FIRST_WITHIN_MS = 10_000;
/** A queue that takes longer than this to fill gets fewer items, ms. */
const FILL_WITHIN_MS = 8_000;

/**
 * Measures what opening the queue costs while `count` items wait: ms until the first request for an
 * item reaches the server, and work of the page's main thread. The server answers no item, so that
 * only the start is counted.
 */
export async function measureStart(arena: SpeedArena): Promise<Record<string, object>> {
  const rows: Record<string, object> = {};
  for (const count of WAITING) {
    for (const racer of RACERS) {
      const waiting = await letWait(arena, racer, count, FILL_WITHIN_MS);
      const start = await timeStart(arena, racer, count > 0);
      await arena.forget(racer);
      rows[`${count} waiting: ${WAYS[racer].title}`] = {
        waiting,
        "first request, ms": start.firstMs === null ? "-" : figure(start.firstMs),
        "main thread, ms": figure(start.taskMs),
        "longest task, ms": figure(start.longestMs),
      };
    }
  }
  return rows;
}

async function timeStart(
  arena: SpeedArena,
  racer: RacerName,
  isExpected: boolean,
): Promise<{ firstMs: number | null; taskMs: number; longestMs: number }> {
  const { page } = arena;
  const server = arena.server(racer);
  await arena.visit(racer);
  // Reset only now: the page that was left must not send anything.
  server.reset();
  server.roundTripMs = ROUND_TRIP_MS;
  server.fateOf = () => "hang";
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await page.evaluate(() => {
    Reflect.set(globalThis, "longest", 0);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        Reflect.set(globalThis, "longest", Math.max(Reflect.get(globalThis, "longest"), duration));
      }
    }).observe({ type: "longtask" });
  });
  const before = await taskMs(devtools);
  const begun = await openQueue(arena, racer);
  const first = isExpected ? await server.firstItem(FIRST_WITHIN_MS) : null;
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), WINDOW_MS);
  const after = await taskMs(devtools);
  const longestMs = await page.evaluate(() => Number(Reflect.get(globalThis, "longest")));
  await devtools.detach();
  return { firstMs: first === null ? null : first - begun, taskMs: after - before, longestMs };
}

/** The time that tasks of the page's main thread have taken so far, ms. */
async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}
