import { describe, expect, it } from "vitest";
import { crashAt, KINDS } from "../support/faults/crash.ts";

/** `FAULTS_POINT=17 npx vitest run --config tests/vitest.faults.config.ts crash-points -t photo` */
const only = process.env.FAULTS_POINT;

describe("a page that is killed at any point of", () => {
  it.each(KINDS)("a %s loses and doubles nothing", async (kind) => {
    let point = only === undefined ? 1 : Number(only);
    for (let reached = true; reached; point += 1) {
      const story = await crashAt(kind, point);
      const replay = `replay: FAULTS_POINT=${point} npx vitest run --config tests/vitest.faults.config.ts crash-points -t ${kind}`;
      expect(story.findings, `killed at ${story.where}; ${replay}`).toEqual([]);
      // Behind the last point is the story without a kill.
      expect(story.killed || story.arrived).toBe(true);
      reached = story.killed && only === undefined;
    }
    // Fewer than this, and the points are not seen any more.
    if (only === undefined) expect(point).toBeGreaterThan(60);
    console.info(`${kind}: ${point - 2} crash points`);
  });
});
