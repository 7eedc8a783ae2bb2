import { CONTENDERS, type ContenderName } from "./contender.ts";
import { FAILOVER_MS, measureFailover } from "./failover.ts";
import { LAST_LIFE_MS, measureKills } from "./kills.ts";
import type { BenchPages } from "./pages.ts";
import { measureRecovering, measureRefused, REFUSING_MS } from "./refusals.ts";

export interface ReliabilityOptions {
  kills: number;
  /** Uniform in [0, 1); the same sequence for the same seed. */
  random(): number;
}

interface Part {
  /** Prints its tables, each with an explanation. */
  print(pages: BenchPages, options: ReliabilityOptions): Promise<void>;
}

/** The parts that can be chosen, by name. */
const PARTS: Readonly<Record<string, Part>> = {
  kills: { print: printKills },
  refusals: { print: printRefusals },
  failover: { print: printFailover },
};

export const RELIABILITY_PARTS: readonly string[] = Object.keys(PARTS);

/** Runs the reliability half of the bench. @param chosen names of parts */
export async function runReliability(
  pages: BenchPages,
  chosen: readonly string[],
  options: ReliabilityOptions,
): Promise<void> {
  for (const name of chosen) await PARTS[name]?.print(pages, options);
}

async function printKills(pages: BenchPages, { kills, random }: ReliabilityOptions): Promise<void> {
  const results = await measureKills(pages, kills, random);
  const per1000 = (count: number) => Math.round((count * 1000) / kills);
  printTable(`Killed ${kills} times (SIGKILL of the whole browser, the same for all)`, (name) => {
    const result = results.get(name);
    if (result === undefined) return {};
    return {
      "n kills": result.kills,
      "items kept": result.promised,
      lost: result.lost,
      "lost per 1,000 kills": per1000(result.lost),
      "twice per 1,000 kills, key honoured": per1000(result.duplicated.honours),
      "key ignored": per1000(result.duplicated.ignores),
      "store torn": result.torn,
    };
  });
  explain([
    `n is ${kills} kills: the figures per 1,000 are that count scaled up, and 0 means fewer than ${Math.ceil(3000 / kills)} (95 %). Four lives of ten have no network.`,
    "kept: `enqueue` had resolved before a kill, and word of it had left the tab.",
    `lost: kept, and not on the server ${LAST_LIFE_MS / 1000} s after the last restart.`,
    "twice: further effects of one item. Whoever repeats what was cut off needs a server that honours the key; who deletes first needs none, and loses.",
    "store torn: kills in the middle of a write of Chromium's IndexedDB. Two starts later it deletes all that the origin had stored (google/leveldb#1287), whoever's queue it is; the bench mends the file, so that the losses above are the queues' own.",
    "workbox sends first and keeps what fails, as its documentation has it: online, an item counts as kept once the server has it.",
    "A kill leaves what the operating system holds. A power cut also takes writes that were not flushed: ours are strict, all others' relaxed.",
  ]);
}

async function printRefusals(pages: BenchPages): Promise<void> {
  // At once, because they mostly wait.
  const [signIn, invalid, broken, recovering] = await Promise.all([
    measureRefused(pages, 401),
    measureRefused(pages, 422),
    measureRefused(pages, 500),
    measureRecovering(pages),
  ]);
  const minute = REFUSING_MS / 1000;
  for (const [status, results] of [
    ["401", signIn],
    ["422", invalid],
    ["500", broken],
  ] as const) {
    printTable(`Every request is answered ${status} for ${minute} s, then 200`, (name) => {
      const result = results.get(name);
      if (result === undefined) return {};
      return {
        "requests per item in that time": result.attempts.toFixed(1),
        "still kept": `${result.kept} of ${result.items}`,
        "delivered without reload after, s":
          seconds(result.deliveredAfter, minute) +
          (name === "ours" && status === "422" ? " (needs a tap)" : ""),
      };
    });
  }
  explain([
    "delivered: from the moment the page tells its queue to send again, as after a sign-in or a tap on Retry.",
    "422: Field Agents tries no more by itself; it keeps the item with the reason shown until a person taps Retry, Export or Discard. workbox hands the refusal to the page and forgets it.",
    "@tanstack/offline-transactions drops by itself what fails with an error whose message holds 400, 401, 403 or 422; here the message holds no status, and 422 is a NonRetriableError, as its guide has it.",
    "workbox: its own replayRequests takes every reply for a delivery; here 401 and 5xx are put back, as its documentation does for errors.",
  ]);
  printTable("One item is answered 500 five times, then 200; nobody tells the page", (name) => {
    const result = recovering.get(name);
    if (result === undefined) return {};
    return {
      "delivered after, s": seconds(result.deliveredAfter, minute),
      requests: result.attempts,
      "still kept": result.kept,
    };
  });
  explain([
    "workbox: Chromium repeats a sync that failed after 5 minutes, and gives up after three.",
  ]);
}

async function printFailover(pages: BenchPages): Promise<void> {
  for (const ending of ["closed", "frozen"] as const) {
    const results = await measureFailover(pages, ending);
    printTable(`Two tabs, the sending one is ${ending}`, (name) => {
      const result = results.get(name);
      if (result === undefined) return {};
      return {
        "sending goes on after, s": seconds(result.resumedAfter, FAILOVER_MS / 1000),
        [`arrived in ${FAILOVER_MS / 1000} s`]: `${result.arrived} of ${result.of}`,
        "twice, key ignored": result.duplicated,
      };
    });
  }
  explain([
    "The other tab is neither reloaded nor told. workbox sends from its service worker: a tab's end does not concern it.",
    "@tanstack/offline-transactions elects a leader when a tab opens; one that opened as a follower never becomes it.",
  ]);
}

function seconds(value: number | null, limit: number): string {
  return value === null ? `never (${limit} s)` : value.toFixed(1);
}

function printTable(title: string, row: (name: ContenderName) => object): void {
  console.log(`\n${title}`);
  console.table(Object.fromEntries(CONTENDERS.map((name) => [TITLES[name], row(name)])));
}

const TITLES: Readonly<Record<ContenderName, string>> = {
  ours: "Field Agents",
  workbox: "workbox Queue",
  tanstack: "@tanstack/offline-tx",
  "dexie-loop": "raw Dexie loop",
};

function explain(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
}
