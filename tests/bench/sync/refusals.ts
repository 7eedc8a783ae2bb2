import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import { type Arena, openArena } from "./arena.ts";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import type { Answer } from "./ledger-server.ts";
import type { BenchPages } from "./pages.ts";
import { newItems, openQueuePage } from "./queue-page.ts";

/**
 * How long a server keeps refusing, and then how long the bench waits for the items to arrive, ms.
 */
export const REFUSING_MS = 60_000;
const ITEMS = 3;

/** What one contender did about refusals. */
export interface RefusalResult {
  /** Requests for each item while the server refused it. */
  attempts: number;
  /** Items that the queue still held at the end of the refusals. */
  kept: number;
  items: number;
  /** Seconds from the page's wake until all items had arrived; null: never. */
  deliveredAfter: number | null;
}

/**
 * The server answers with this status for a minute, then accepts everything; then the page is
 * woken.
 */
export function measureRefused(
  pages: BenchPages,
  status: number,
): Promise<Map<ContenderName, RefusalResult>> {
  return forEach(pages, async (name, arena, context) => {
    const ledger = arena.ledger(name);
    let answer: Answer = status;
    ledger.answerWith(() => answer);
    const tab = await openQueuePage(context, ledger, name);
    const items = newItems(ITEMS);
    await tab.enqueue(items);
    await sleep(REFUSING_MS);
    const attempts = ledger.received.length / ITEMS;
    const kept = await tab.waiting();
    answer = 200;
    const begun = Date.now();
    await tab.wake();
    const came = await ledger.arrived(items, REFUSING_MS);
    const deliveredAfter = came ? (Date.now() - begun) / 1000 : null;
    return { attempts, kept, items: ITEMS, deliveredAfter };
  });
}

/** The server answers 500 to the first five requests for an item, and nothing wakes the page. */
export function measureRecovering(
  pages: BenchPages,
): Promise<Map<ContenderName, { deliveredAfter: number | null; kept: number; attempts: number }>> {
  return forEach(pages, async (name, arena, context) => {
    const ledger = arena.ledger(name);
    ledger.answerWith((_, attempt) => (attempt <= 5 ? 500 : 200));
    const tab = await openQueuePage(context, ledger, name);
    const begun = Date.now();
    const items = newItems(1);
    await tab.enqueue(items);
    const came = await ledger.arrived(items, REFUSING_MS);
    const deliveredAfter = came ? (Date.now() - begun) / 1000 : null;
    return { deliveredAfter, kept: await tab.waiting(), attempts: ledger.received.length };
  });
}

/** Runs all contenders at once, because they mostly wait. */
async function forEach<T>(
  pages: BenchPages,
  measure: (name: ContenderName, arena: Arena, context: BrowserContext) => Promise<T>,
): Promise<Map<ContenderName, T>> {
  const arena = await openArena(pages);
  try {
    const { context } = await arena.browser();
    const results = await Promise.all(
      CONTENDERS.map(async (name) => [name, await measure(name, arena, context)] as const),
    );
    return new Map(results);
  } finally {
    await arena.end();
  }
}
