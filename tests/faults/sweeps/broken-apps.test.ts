import { describe, expect, it } from "vitest";
import { BROKEN_APPS } from "#tests/faults/sweeps/broken-apps.ts";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { NO_DEATH, ROADS, travel } from "#tests/support/faults/road.ts";
import { IS_REPLAY, share } from "#tests/support/faults/run.ts";

const STRIDE = 2;
/** At least as many crash points as the longest road has. */
const MOST_POINTS = 200;

/** The first road on which the app is caught, with the death it needed, and the rule it broke. */
async function caughtOn(app: (typeof BROKEN_APPS)[string]): Promise<string | null> {
  for (let point = 1 - STRIDE; point < MOST_POINTS; point += STRIDE) {
    const isKilled = point > 0;
    for (const road of ROADS) {
      const [first] = (await travel({ road, point: isKilled ? point : NO_DEATH }, null, app))
        .findings;
      if (first !== undefined) {
        return `${first.broken}: ${road}${isKilled ? `, killed at ${point}` : ""}`;
      }
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
