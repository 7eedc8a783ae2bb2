import { describe, expect, it } from "vitest";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { inWords } from "#tests/support/faults/finding.ts";
import { IS_REPLAY, replayed, replayOf } from "#tests/support/faults/replay.ts";
import { type Journey, ROADS, travel } from "#tests/support/faults/road.ts";
import { share } from "#tests/support/faults/share.ts";
import { tallied } from "#tests/support/faults/tally.ts";

/** The short run tries every eighth crash point of each road; the seed chooses the first one. */
const STRIDE = process.env.FAULTS_LONG === undefined ? 8 : 1;
const FIRST = 1 + (Number(process.env.FAULTS_SEED ?? "0") % STRIDE);
/** With fewer points, the model would no longer see them all. */
const FEWEST = 20;

/**
 * Kills the app at one crash point of a road. @returns whether that point exists: the road may be
 * shorter
 */
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
it.runIf(again !== undefined)("the replayed road loses and doubles nothing", async () => {
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
