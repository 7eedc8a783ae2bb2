import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import { type Arena, openArena } from "./arena.ts";
import type { ContenderName } from "./contender.ts";
import type { Ledger } from "./ledger-server.ts";
import type { BenchPages } from "./pages.ts";
import { newItems, openQueuePage, type QueuePage } from "./queue-page.ts";

/** The kill comes at most this long after the enqueuing began, ms. */
const LIFE_MS = 1_500;
/** Items that a page tries to enqueue between two kills, and the pause between two items, ms. */
const ITEMS = 40;
const PAUSE_MS = 40;
/** The longest time that a request and its reply travel, ms. */
const ROUND_TRIP_MS = 80;
/** The share of lives (the times between two kills) without a network. */
const OFFLINE = 0.4;
/** How long the last life lasts, ms: items that have not arrived by then are lost. */
export const LAST_LIFE_MS = 60_000;

export interface KillsResult {
  kills: number;
  /** Items for which `enqueue` had resolved. */
  promised: number;
  lost: number;
  /** Effects beyond the first, with a server that honours the key and with one that ignores it. */
  duplicated: { honours: number; ignores: number };
  /** Kills that damaged the browser's own store of this contender. */
  torn: number;
}

interface Account {
  promised: Set<string>;
  torn: number;
}

/**
 * Kills the browser again and again while every contender enqueues and sends in its own tab: the
 * kills are the same for all. At each start every page opens and begins to send; some lives have no
 * network, so that contenders that send first and keep what fails have a queue too.
 * @param random uniform in [0, 1)
 */
export async function measureKills(
  pages: BenchPages,
  kills: number,
  random: () => number,
): Promise<Map<ContenderName, KillsResult>> {
  // Drawn in advance: requests draw random numbers when they arrive, in an order that differs each
  // time.
  const lives = Array.from({ length: kills }, () => ({
    isOffline: random() < OFFLINE,
    lengthMs: random() * LIFE_MS,
  }));
  const arena = await openArena(pages);
  try {
    for (const ledger of arena.ledgers.values()) ledger.travel(() => random() * ROUND_TRIP_MS);
    const accounts = new Map<ContenderName, Account>();
    for (const name of arena.ledgers.keys()) accounts.set(name, { promised: new Set(), torn: 0 });

    for (const { isOffline, lengthMs } of lives) {
      for (const ledger of arena.ledgers.values()) ledger.cutOff(isOffline);
      const browser = await arena.browser();
      const tabs = await openTabs(arena, browser.context);
      const enqueuing = [...tabs.values()].map((tab) => tab.enqueue(newItems(ITEMS), PAUSE_MS));
      const ended = Promise.allSettled(enqueuing);
      await sleep(lengthMs);
      await browser.kill();
      await ended;
      for (const [name, account] of accounts) {
        for (const item of tabs.get(name)?.kept ?? []) account.promised.add(item);
        if (arena.mendStore(name)) account.torn += 1;
      }
    }
    for (const ledger of arena.ledgers.values()) ledger.cutOff(false);
    const tabs = await openTabs(arena, (await arena.browser()).context);
    await settle(tabs, accounts);

    const results = new Map<ContenderName, KillsResult>();
    for (const [name, ledger] of arena.ledgers) {
      const account = accounts.get(name);
      if (account !== undefined) results.set(name, { kills, ...resultOf(ledger, account) });
    }
    return results;
  } finally {
    await arena.end();
  }
}

async function openTabs(
  arena: Arena,
  context: BrowserContext,
): Promise<Map<ContenderName, QueuePage>> {
  const tabs = [...arena.ledgers].map(async ([name, ledger]) => {
    const tab = await openQueuePage(context, ledger, name);
    // Some queues resolve only after everything is sent, some reject then, so the ledger tells.
    tab.wake().catch(() => undefined);
    return [name, tab] as const;
  });
  return new Map(await Promise.all(tabs));
}

/** Waits until every promised item has arrived, or nothing more can arrive, or the time is up. */
async function settle(
  tabs: ReadonlyMap<ContenderName, QueuePage>,
  accounts: ReadonlyMap<ContenderName, Account>,
): Promise<void> {
  const until = Date.now() + LAST_LIFE_MS;
  await Promise.all(
    [...tabs].map(async ([name, { ledger, waiting }]) => {
      const promised = accounts.get(name)?.promised ?? new Set();
      while (!(await ledger.arrived(promised, 500)) && Date.now() < until) {
        const before = ledger.received.length;
        if ((await waiting()) > 0) continue;
        // Nothing waits. The pause lets requests that are still under way arrive.
        await sleep(4 * ROUND_TRIP_MS);
        if (ledger.received.length === before) break;
      }
    }),
  );
}

function resultOf(ledger: Ledger, { promised, torn }: Account): Omit<KillsResult, "kills"> {
  const further = (mode: Parameters<Ledger["effects"]>[0]) =>
    [...ledger.effects(mode).values()].reduce((sum, effects) => sum + effects - 1, 0);
  const there = ledger.effects("honours key");
  return {
    promised: promised.size,
    lost: [...promised].filter((item) => !there.has(item)).length,
    duplicated: { honours: further("honours key"), ignores: further("ignores key") },
    torn,
  };
}
