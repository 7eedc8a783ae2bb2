import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { v7 as uuidv7 } from "uuid";
import type { ContenderName } from "./contender.ts";
import type { Ledger } from "./ledger-server.ts";
import type { BenchPage } from "./present.ts";

/** Bytes of every item: with the size of a photo the bench would mostly measure copying. */
const SIZE = 8_000;

/** A tab with a contender's queue open, sending to a ledger. */
export interface QueuePage {
  page: Page;
  ledger: Ledger;
  /** Items for which `enqueue` had resolved, as far as the tab could report it before it died. */
  kept: Set<string>;
  /**
   * Enqueues items one after the other, with a pause of `pauseMs` between them.
   * @returns resolves when all are stored; rejects when the tab dies before that
   */
  enqueue(items: readonly string[], pauseMs?: number): Promise<void>;
  waiting(): Promise<number>;
  wake(): Promise<void>;
}

/** Opens a contender's page and its queue, which begins to send the waiting items. */
export async function openQueuePage(
  context: BrowserContext,
  ledger: Ledger,
  name: ContenderName,
): Promise<QueuePage> {
  const page = await context.newPage();
  const kept = new Set<string>();
  await page.exposeFunction("kept", (id: string) => void kept.add(id));
  await page.goto(`${ledger.origin}/${name}.html`);
  await page.waitForFunction(() => "bench" in globalThis);
  await page.evaluate((server) => {
    const bench: BenchPage = Reflect.get(globalThis, "bench");
    return bench.open(server);
  }, ledger.origin);
  return {
    page,
    ledger,
    kept,
    enqueue: (items, pauseMs = 0) =>
      page.evaluate(
        async ({ items, size, pauseMs }) => {
          const bench: BenchPage = Reflect.get(globalThis, "bench");
          const tell: (id: string) => void = Reflect.get(globalThis, "kept");
          for (const id of items) {
            await bench.enqueue({ id, size });
            tell(id);
            if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
          }
        },
        { items, size: SIZE, pauseMs },
      ),
    waiting: () =>
      page.evaluate(() => {
        const bench: BenchPage = Reflect.get(globalThis, "bench");
        return bench.waiting();
      }),
    wake: () =>
      page.evaluate(() => {
        const bench: BenchPage = Reflect.get(globalThis, "bench");
        return bench.wake();
      }),
  };
}

/** Waits until no item waits, for a few seconds at most. @returns how many still wait */
export async function comesToRest(tab: QueuePage): Promise<number> {
  const until = Date.now() + 5_000;
  let left = await tab.waiting();
  while (left > 0 && Date.now() < until) {
    await sleep(100);
    left = await tab.waiting();
  }
  return left;
}

/** Ids of the items to enqueue, in order. */
export function newItems(count: number): string[] {
  return Array.from({ length: count }, () => uuidv7());
}
