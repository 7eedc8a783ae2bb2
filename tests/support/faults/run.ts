import type { Journey, Kill } from "./road.ts";

// What `npm run test:faults` asks this process for.
const {
  FAULTS_LONG,
  FAULTS_REPLAY,
  FAULTS_SEED = "1",
  FAULTS_SHARD = "0",
  FAULTS_SHARDS = "1",
} = process.env;

/** Whether everything is played, which takes hours. */
export const LONG = FAULTS_LONG !== undefined;

/** What is drawn depends on it alone. */
export const SEED = Number(FAULTS_SEED);

/** The number of this process, counted from 0, and how many processes share the work. */
export const SHARD = Number(FAULTS_SHARD);
const SHARDS = Number(FAULTS_SHARDS);

/** This process's share of a list: every `SHARDS`-th element. */
export function share<T>(whole: readonly T[]): T[] {
  return whole.filter((_, index) => index % SHARDS === SHARD);
}

/** This process's share of `count` equal tasks. */
export function shareOf(count: number): number {
  return Math.floor(count / SHARDS) + (SHARD < count % SHARDS ? 1 : 0);
}

/** A story that can be replayed, given by the data it was made from. */
interface Replay {
  kill: Kill;
  journey: Journey;
  /** As fast-check reports it: the seed, and the path to the failing, possibly shrunk schedule. */
  schedule: { seed: number; path: string };
}

/** Whether only one story is to be replayed, and that story. */
export const IS_REPLAY = FAULTS_REPLAY !== undefined;
export const replayed: Partial<Replay> = JSON.parse(FAULTS_REPLAY ?? "{}");

export function replayOf(story: Partial<Replay>): string {
  return `replay: npm run test:faults -- --replay '${JSON.stringify(story)}'`;
}
