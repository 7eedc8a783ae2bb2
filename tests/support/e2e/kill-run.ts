import { decodedSeconds } from "./device-storage.ts";
import type { Given } from "./kill-given.ts";
import { arrivedRecordings, inWords, judge } from "./kill-oracle.ts";
import { MOMENTS, type Story } from "./kill-plan.ts";
import { readServer } from "./kill-server.ts";
import { type Device, type Told, tell } from "./kill-story.ts";

/** How much shorter than its timer a recording may be, in seconds: encoders cut at frames. */
const TRIMMED_S = 0.5;

/** The figures of a run. */
export interface Tally {
  kills: number;
  items: number;
  promised: number;
  "under way at the kill": number;
  "drafts recovered": number;
  lost: number;
  duplicated: number;
  reordered: number;
  stuck: number;
}

/** All stories that one device has gone through. */
export interface KillRun {
  tally: Tally;
  /** The number of kills at each moment. */
  moments: Record<string, number>;
  /** The faults found, in sentences. */
  faults: string[];
  /** Plays a story, and then checks the server. */
  live(story: Story): Promise<void>;
}

export function startRun(device: Device): KillRun {
  const all: Given[] = [];
  const found = new Set<string>();
  const run: KillRun = {
    tally: {
      kills: 0,
      items: 0,
      promised: 0,
      "under way at the kill": 0,
      "drafts recovered": 0,
      lost: 0,
      duplicated: 0,
      reordered: 0,
      stuck: 0,
    },
    moments: Object.fromEntries([...MOMENTS, "draining"].map((moment) => [moment, 0])),
    faults: [],

    async live(story) {
      const told = await tell(device, story);
      note(story, told);
      all.push(...told.given);
      const server = await readServer(device.stack, device.provider.account());
      for (const { what, about } of judge(all, server)) report(what, about);
      for (const { item, bytes } of arrivedRecordings(told.given, server)) {
        const seconds = await decodedSeconds(device.page, bytes);
        if (seconds < item.seconds - TRIMMED_S) {
          report("lost", `${inWords(item)}: ${seconds} of ${item.seconds} seconds arrived`);
        }
      }
    },
  };

  function note(story: Story, { given, underWay, kept, stuck }: Told): void {
    const { tally, moments } = run;
    const kills = story.again === null ? [story.moment] : [story.moment, "draining"];
    for (const moment of kills) moments[moment] = (moments[moment] ?? 0) + 1;
    tally.kills += kills.length;
    // Only the item begun last can be unfinished; a recording that was kept counts as promised.
    const unfinished = given.filter(({ begunAt, promised }) => begunAt !== null && !promised);
    for (const item of unfinished.slice(0, kept)) item.promised = true;
    if (kept > unfinished.length) report("duplicated", "an unfinished recording nobody began");
    tally.items += given.filter(({ begunAt }) => begunAt !== null).length;
    tally.promised += given.filter(({ promised }) => promised).length;
    tally["under way at the kill"] += underWay;
    tally["drafts recovered"] += kept;
    if (stuck) report("stuck", "something still waits to be sent");
  }

  function report(what: "lost" | "duplicated" | "reordered" | "stuck", about: string): void {
    const sentence = `${what}: ${about}`;
    // A fault stays on the server for all later stories; it is reported once.
    if (found.has(sentence)) return;
    found.add(sentence);
    run.tally[what] += 1;
    run.faults.push(sentence);
  }

  return run;
}
