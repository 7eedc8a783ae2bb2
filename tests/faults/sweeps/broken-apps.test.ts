import { describe, expect, it } from "vitest";
import { BROKEN_APPS } from "#tests/support/faults/broken-apps.ts";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { IS_REPLAY } from "#tests/support/faults/replay.ts";
import { ROADS, travel } from "#tests/support/faults/road.ts";
import { share } from "#tests/support/faults/share.ts";

/** A point after the last one of every road (a scripted run of the app), so that nobody dies. */
const NO_DEATH = Number.MAX_SAFE_INTEGER;
const STRIDE = 2;
/** At least as many crash points as the longest road has. */
const MOST_POINTS = 200;

/**
 * The first road on which the broken app is caught, with the death it needed, and the rule it
 * broke.
 */
async function caughtOn(app: (typeof BROKEN_APPS)[string]): Promise<string | null> {
  for (const road of ROADS) {
    const [first] = (await travel({ road, point: NO_DEATH }, null, app)).findings;
    if (first !== undefined) return `${first.broken}: ${road}`;
  }
  for (let point = 1; point < MOST_POINTS; point += STRIDE) {
    for (const road of ROADS) {
      const [first] = (await travel({ road, point }, null, app)).findings;
      if (first !== undefined) return `${first.broken}: ${road}, killed at ${point}`;
    }
  }
  return null;
}

describe.skipIf(IS_REPLAY)("an app in which", () => {
  it.each(share(Object.entries(BROKEN_APPS)))("%s is caught", async (app, broken) => {
    const caught = await caughtOn(broken);
    noteFigures("Broken apps, and what catches them", { app, caught: caught ?? "not caught" });
    expect(caught).not.toBeNull();
  });
});
