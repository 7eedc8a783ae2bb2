import type { Kill } from "./crash.ts";
import type { Journey } from "./road.ts";

/** A story that can be replayed, given by the data it was made from. */
export interface Replay {
  kill: Kill;
  journey: Journey;
  /** As fast-check reports it: the seed, and the path to the failing, possibly shrunk schedule. */
  schedule: { seed: number; path: string };
}

const asked = JSON.parse(process.env.FAULTS_REPLAY ?? "{}") as Partial<Replay>;

/** Whether only one story is to be replayed. */
export const IS_REPLAY = process.env.FAULTS_REPLAY !== undefined;

/** The story of that kind that is to be replayed; undefined when there is none. */
export function replayed<Sort extends keyof Replay>(sort: Sort): Replay[Sort] | undefined {
  return asked[sort];
}

/** The command that replays a story. */
export function replayOf(story: Partial<Replay>): string {
  return `replay: npm run test:faults -- --replay '${JSON.stringify(story)}'`;
}
