import { describe, expect, it } from "vitest";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { inWords } from "#tests/support/faults/finding.ts";
import { type Journey, ROADS, travel } from "#tests/support/faults/road.ts";
import { IS_REPLAY, LONG, replayed, replayOf, SEED, share } from "#tests/support/faults/run.ts";

/** The short run tries every eighth crash point of each road; the seed chooses the first one. */
const STRIDE = LONG ? 1 : 8;
const FIRST = 1 + (SEED % STRIDE);
/** With fewer points, the model would no longer see them all. */
const FEWEST = 20;

/** Kills the app at one crash point of a road. @returns whether the road has that point */
async function tryAt(journey: Journey): Promise<boolean> {
  const { killed, where, findings } = await travel(journey);
  const kills = { road: journey.road, kills: killed ? 1 : 0 };
  noteFigures("A death at every crash point of other roads", kills, findings);
  const why = `killed at ${where}; ${replayOf({ journey })}`;
  expect(findings.map(inWords), why).toEqual([]);
  return killed;
}

it.runIf(replayed.journey)("the replayed road loses and doubles nothing", async () => {
  if (replayed.journey) await tryAt(replayed.journey);
});

describe.skipIf(IS_REPLAY)("a death at any crash point loses and doubles nothing where", () => {
  it.each(share(ROADS))("%s", async (road) => {
    let point = FIRST;
    while (await tryAt({ road, point })) point += STRIDE;
    expect(point).toBeGreaterThan(FEWEST);
  });
});
