import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import { type Arena, openArena } from "./arena.ts";
import type { ContenderName } from "./contender.ts";
import type { Ledger } from "./ledger-server.ts";
import type { BenchPages } from "./pages.ts";
import { newItems, openQueuePage, type QueuePage } from "./queue-page.ts";

/** The kill falls this long after the enqueuing began, at most. */
const LIFE_MS = 1_500;
/** Items that a page tries to enqueue in one life, and the pause between two. */
const ITEMS = 40;
const PAUSE_MS = 40;
/** A request and its reply travel up to this long. */
const ROUND_TRIP_MS = 80;
/** So many of the lives have no network. */
const OFFLINE = 0.4;
/** How long the last life is given: what has not arrived by then is lost. */
export const LAST_LIFE_MS = 60_000;

export interface KillsResult {
  kills: number;
  /** Items that `enqueue` had resolved for. */
  promised: number;
  lost: number;
  /** Further effects, beyond the first, with a server that honours the key and one that does not. */
  duplicated: { honours: number; ignores: number };
  /** Kills that tore the browser's own store of this contender. */
  torn: number;
}

interface Account {
  promised: Set<string>;
  torn: number;
}

/**
 * Kills the browser again and again while every contender enqueues and sends in a tab of its own:
 * the same deaths for all. Each start opens the pages and has them send; some lives have no network,
 * so that there is a queue for those who send first and keep what fails.
 * @param random uniform in [0, 1)
 */
export async function measureKills(
  pages: BenchPages,
  kills: number,
  random: () => number,
): Promise<Map<ContenderName, KillsResult>> {
  // Drawn first: requests draw as they come, which is never the same.
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
    // Some resolve at the end of what they send, some fail with it: the ledger tells.
    tab.wake().catch(() => undefined);
    return [name, tab] as const;
  });
  return new Map(await Promise.all(tabs));
}

/** Waits until everything promised has arrived, or can't any more, or the time is up. */
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
        // Nothing waits, and nothing is under way any more.
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
