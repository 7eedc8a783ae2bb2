import { describe, expect, it } from "vitest";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { inWords } from "#tests/support/faults/finding.ts";
import { IS_REPLAY, replayed, replayOf } from "#tests/support/faults/replay.ts";
import { type Journey, ROADS, travel } from "#tests/support/faults/road.ts";
import { share } from "#tests/support/faults/share.ts";
import { tallied } from "#tests/support/faults/tally.ts";

/** In the short run every eighth point of each road, others at each run. */
const STRIDE = process.env.FAULTS_LONG === undefined ? 8 : 1;
const FIRST = 1 + (Number(process.env.FAULTS_SEED ?? "0") % STRIDE);
/** Fewer than this, and the points are not seen any more. */
const FEWEST = 20;

/** @returns whether there is such a point: the road may be shorter */
async function tryAt(journey: Journey): Promise<boolean> {
  const { killed, where, findings } = await travel(journey);
  noteFigures("A death at every crash point of other roads", {
    road: journey.road,
    kills: killed ? 1 : 0,
    ...tallied(findings),
  });
  const why = `killed at ${where}; ${replayOf({ journey })}`;
  expect(findings.map(inWords), why).toEqual([]);
  return killed;
}

const again = replayed("journey");
it.runIf(again !== undefined)("a road that was gone before loses and doubles nothing", async () => {
  if (again === undefined) return;
  expect((await travel(again)).findings.map(inWords)).toEqual([]);
});

describe.skipIf(IS_REPLAY)("a death at any crash point loses and doubles nothing where", () => {
  it.each(share(ROADS))("%s", async (road) => {
    let point = FIRST;
    while (await tryAt({ road, point })) point += STRIDE;
    expect(point).toBeGreaterThan(FEWEST);
  });
});
