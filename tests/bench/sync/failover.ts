import { setTimeout as sleep } from "node:timers/promises";
import type { ChromiumProcess } from "#tests/support/e2e/chromium.ts";
import { whileFrozen } from "#tests/support/e2e/frozen-tab.ts";
import { openArena } from "./arena.ts";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import type { Ledger } from "./ledger-server.ts";
import type { BenchPages } from "./pages.ts";
import { newItems, openQueuePage } from "./queue-page.ts";

const ITEMS = 60;
const ROUND_TRIP_MS = 300;
/** How long the first tab sends before it ends. */
const LEAD_MS = 1_000;
/** By then everything that was on its way has reached the server, whose replies are held back. */
const REST_MS = 2 * ROUND_TRIP_MS;
/** How long the other tab is waited for. */
export const FAILOVER_MS = 60_000;

/** How a tab ends: closed by its person, or frozen by the browser, which keeps its locks. */
export type Ending = "closed" | "frozen";

export interface FailoverResult {
  /** Seconds from the end of the first tab to the next request that reached the server; null: never. */
  resumedAfter: number | null;
  /** Items that arrived in the time, of all. */
  arrived: number;
  of: number;
  /** Further effects with a server that ignores the key: two tabs sent the same. */
  duplicated: number;
}

/**
 * Two tabs are open; the one that sends ends in the middle of it, while it waits for replies (browsers
 * don't freeze tabs in the middle of a database transaction). Nobody tells the other anything.
 */
export async function measureFailover(
  pages: BenchPages,
  ending: Ending,
): Promise<Map<ContenderName, FailoverResult>> {
  // A browser each, since freezing a tab lets go of all of a browser. At once: they mostly wait.
  const results = CONTENDERS.map(async (name) => {
    const arena = await openArena(pages);
    try {
      const result = await failOver(await arena.browser(), arena.ledger(name), name, ending);
      return [name, result] as const;
    } finally {
      await arena.end();
    }
  });
  return new Map(await Promise.all(results));
}

async function failOver(
  browser: ChromiumProcess,
  ledger: Ledger,
  name: ContenderName,
  ending: Ending,
): Promise<FailoverResult> {
  ledger.travel(() => ROUND_TRIP_MS);
  const first = await openQueuePage(browser.context, ledger, name);
  const second = await openQueuePage(browser.context, ledger, name);
  const items = newItems(ITEMS);
  // Without a network, so that whoever sends first and keeps what fails has a queue as well.
  ledger.cutOff(true);
  await first.enqueue(items);
  ledger.cutOff(false);
  // Some resolve at the end of what they send: the ledger tells.
  first.wake().catch(() => undefined);
  await sleep(LEAD_MS);
  const release = ledger.holdReplies();
  await sleep(REST_MS);

  let endedAt = Date.now();
  async function watch(): Promise<void> {
    endedAt = Date.now();
    release();
    await ledger.arrived(items, FAILOVER_MS);
  }
  if (ending === "frozen") {
    await whileFrozen(browser, first.page, second.page, watch);
  } else {
    await first.page.close();
    await watch();
  }
  const next = ledger.received.find(({ at }) => at > endedAt);
  const there = ledger.effects("honours key");
  return {
    resumedAfter: next === undefined ? null : (next.at - endedAt) / 1000,
    arrived: items.filter((item) => there.has(item)).length,
    of: items.length,
    duplicated: [...ledger.effects("ignores key").values()].reduce((sum, n) => sum + n - 1, 0),
  };
}
