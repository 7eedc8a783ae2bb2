import { describe, expect, it } from "vitest";
import { FAULTS } from "#tests/support/faults/fault-network.ts";
import { noteFigures } from "#tests/support/faults/figures.ts";
import { inWords } from "#tests/support/faults/finding.ts";
import { KINDS } from "#tests/support/faults/made-items.ts";
import { crashAt, type Kill, MOST_REQUESTS } from "#tests/support/faults/road.ts";
import { IS_REPLAY, LONG, replayed, replayOf, share } from "#tests/support/faults/run.ts";

type Road = Omit<Kill, "point">;

const WELL = { fault: "none", request: 0 } as const;
/** The kinds that a draft is made of. */
const SPOKEN = ["voice note", "left note", "spoken question"] as const;

/** Runs in which nothing goes wrong except the death. */
const plain: Road[] = KINDS.flatMap((kind) =>
  ([1, 3] as const).map((contexts) => ({ ...WELL, kind, contexts, drafts: false })),
);
/** The same, while speech is understood on the device. */
const understood: Road[] = SPOKEN.map((kind) => ({ ...WELL, kind, contexts: 1, drafts: true }));
/** Runs in which one request meets a fault as well; with three contexts only an early one. */
const faulty: Road[] = KINDS.flatMap((kind) =>
  FAULTS.filter((fault) => fault !== "none").flatMap((fault) =>
    ([1, 3] as const).flatMap((contexts) =>
      Array.from({ length: contexts === 1 ? MOST_REQUESTS : 3 }, (_, request) => {
        return { kind, contexts, fault, request, drafts: false };
      }),
    ),
  ),
);

/** Kills at one point of a run. @returns whether that point exists: else the item arrives */
async function tryAt(kill: Kill): Promise<boolean> {
  const { killed, where, findings } = await crashAt(kill);
  const why = `killed at ${where}; ${replayOf({ kill })}`;
  const network = kill.fault === "none" ? "all requests answered" : "a request meets a fault";
  const road = `${kill.kind}, ${kill.contexts} open, ${network}`;
  noteFigures("A death at every crash point", { road, kills: killed ? 1 : 0 }, findings);
  expect(findings.map(inWords), why).toEqual([]);
  return killed;
}

/**
 * Kills at every `stride`-th point of a run, to its end. @returns the number of its points, rounded
 * up to a multiple of `stride`
 */
async function walk(road: Road, stride: number): Promise<number> {
  let point = 1;
  while (await tryAt({ ...road, point })) point += stride;
  return point - 1;
}

it.runIf(replayed.kill)("a death that was played before loses and doubles nothing", async () => {
  if (replayed.kill) await tryAt(replayed.kill);
});

describe.skipIf(IS_REPLAY)("a death at any crash point loses and doubles nothing", () => {
  it.each(share(plain))("in a run of a $kind, with $contexts open", async (road) => {
    // With fewer points, the model would no longer see them all.
    expect(await walk(road, LONG || road.contexts === 1 ? 1 : 3)).toBeGreaterThan(40);
  });

  it.each(share(understood))("in a run of a $kind of which a draft is made", async (road) => {
    expect(await walk(road, 1)).toBeGreaterThan(100);
  });

  it("while a request meets a fault", async () => {
    for (const [index, road] of share(faulty).entries()) {
      if (LONG) await walk(road, 1);
      // Tries one point on two runs of three, each time another point.
      else if (index % 3 !== 0) await tryAt({ ...road, point: 1 + ((index * 37) % 80) });
    }
  });
});
