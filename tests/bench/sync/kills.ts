import { existsSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright";
import { Arena, newItems, type Tab } from "./arena.ts";
import { CONTENDERS, type ContenderName, NAMES } from "./contender.ts";

/** The kill comes at most this long after the enqueuing began, ms. */
const LIFE_MS = 1_500;
/** Items that a page tries to enqueue between two kills, their bytes, and the pause between two, ms. */
const ITEMS = 40;
const ITEM_BYTES = 8_000;
const PAUSE_MS = 40;
/** The longest time that a request and its reply travel, ms. */
const ROUND_TRIP_MS = 80;
/** The share of lives (the times between two kills) without a network. */
const OFFLINE = 0.4;
/** How long the last life lasts, ms: items that have not arrived by then are lost. */
const LAST_LIFE_MS = 60_000;

/**
 * Kills the browser again and again while every contender enqueues and sends in its own tab: the
 * kills are the same for all. At each start every page opens and begins to send; some lives have no
 * network, so that contenders that send first and keep what fails have a queue too.
 * @param random uniform in [0, 1)
 */
export function measureKills(pages: string, kills: number, random: () => number) {
  // Drawn in advance: requests draw random numbers when they arrive, in an order that differs each
  // time.
  const lives = Array.from({ length: kills }, () => ({
    isOffline: random() < OFFLINE,
    lengthMs: random() * LIFE_MS,
  }));
  const promised = new Map(NAMES.map((name) => [name, new Set<string>()]));
  const torn = new Map(NAMES.map((name) => [name, 0]));
  return Arena.with(pages, async (arena) => {
    for (const name of NAMES) arena.ledger(name).roundTripMs = () => random() * ROUND_TRIP_MS;
    for (const { isOffline, lengthMs } of lives) {
      for (const name of NAMES) arena.ledger(name).isCutOff = isOffline;
      const browser = await arena.browser();
      const tabs = await openTabs(arena, browser.context);
      const ended = Promise.allSettled(
        tabs.map(({ call }) => call("enqueue", newItems(ITEMS), ITEM_BYTES, PAUSE_MS)),
      );
      await sleep(lengthMs);
      await browser.kill();
      await ended;
      for (const { name, kept } of tabs) {
        for (const item of kept) promised.get(name)?.add(item);
        const isTorn = mendTornStore(arena.profile, arena.ledger(name).origin);
        if (isTorn) torn.set(name, (torn.get(name) ?? 0) + 1);
      }
    }
    for (const name of NAMES) arena.ledger(name).isCutOff = false;
    await openTabs(arena, (await arena.browser()).context);
    const results = NAMES.map(async (name) => {
      const items = promised.get(name) ?? new Set();
      const ledger = arena.ledger(name);
      await ledger.arrived(items, LAST_LIFE_MS);
      const there = ledger.effects(true);
      const lost = [...items].filter((item) => !there.has(item)).length;
      const twice = (honoursKey: boolean) =>
        [...ledger.effects(honoursKey).values()].reduce((sum, effects) => sum + effects - 1, 0);
      const row = {
        ...{ kills, "items kept": items.size, lost },
        "lost per 1,000 kills": Math.round((lost * 1000) / kills),
        ...{ "twice, key honoured": twice(true), "key ignored": twice(false) },
        "store torn": torn.get(name),
      };
      return [CONTENDERS[name], row];
    });
    return Object.fromEntries(await Promise.all(results));
  });
}

/** Opens every contender's tab at once, and makes it send. */
function openTabs(
  arena: Arena,
  context: BrowserContext,
): Promise<(Tab & { name: ContenderName })[]> {
  const opened = NAMES.map(async (name) => {
    const tab = await arena.tab(context, name);
    await tab.call("wake");
    return { ...tab, name };
  });
  return Promise.all(opened);
}

/**
 * Detects whether a kill interrupted a write of Chromium's IndexedDB, and removes the incomplete
 * record that it left. Nobody had been promised that record: its transaction had not ended.
 *
 * LevelDB skips the incomplete record at the next start and writes after it, so that the start
 * after that considers the log corrupt, and Chromium deletes everything that the origin had stored
 * (https://github.com/google/leveldb/issues/1287). This affects every queue that does not begin a new
 * log at each start, as the app does, and would be counted as a loss of the queue that it happened to.
 * @param origin of the pages whose store is checked
 */
function mendTornStore(profile: string, origin: string): boolean {
  const { hostname, port } = new URL(origin);
  const folder = join(profile, "Default/IndexedDB", `http_${hostname}_${port}.indexeddb.leveldb`);
  const logs = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^(\d+\.log|MANIFEST-\d+)$/.test(name))
    .map((name) => ({ path: join(folder, name), log: readFileSync(join(folder, name)) }))
    .filter(({ log }) => wholeBytes(log) < log.length);
  for (const { path, log } of logs) truncateSync(path, wholeBytes(log));
  return logs.length > 0;
}

/**
 * Where the last complete record of a log ends:
 * https://github.com/google/leveldb/blob/main/doc/log_format.md
 */
function wholeBytes(log: Buffer): number {
  const [blockBytes, headerBytes, firstPiece, middlePiece] = [32_768, 7, 2, 3];
  let whole = 0;
  let at = 0;
  while (at < log.length) {
    const left = blockBytes - (at % blockBytes);
    // Too few bytes for a header: the rest of the block is padding.
    if (left < headerBytes) {
      if (whole === at) whole = Math.min(at + left, log.length);
      at += left;
      continue;
    }
    if (at + headerBytes > log.length) break;
    const end = at + headerBytes + log.readUInt16LE(at + 4);
    const type = log.readUInt8(at + 6);
    if (end > log.length) break;
    at = end;
    if (type !== firstPiece && type !== middlePiece) whole = end;
  }
  return whole;
}
