import type { Kill } from "./crash.ts";
import type { Journey } from "./road.ts";

/** A story that can be played again, by what it was made from. */
export interface Replay {
  kill: Kill;
  journey: Journey;
  /** As fast-check counts: the seed, and which of its schedules, shrunk how. */
  schedule: { seed: number; path: string };
}

const asked = JSON.parse(process.env.FAULTS_REPLAY ?? "{}") as Partial<Replay>;

/** Whether one story is to be played, and nothing else. */
export const IS_REPLAY = process.env.FAULTS_REPLAY !== undefined;

/** The story of that sort that is to be played again; undefined when another is, or none. */
export function replayed<Sort extends keyof Replay>(sort: Sort): Replay[Sort] | undefined {
  return asked[sort];
}

/** The command that plays a story again. */
export function replayOf(story: Partial<Replay>): string {
  return `replay: npm run test:faults -- --replay '${JSON.stringify(story)}'`;
}
