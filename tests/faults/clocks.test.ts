import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../support/faults/fault-network.ts";
import { inWords } from "../support/faults/finding.ts";
import { heal } from "../support/faults/heal.ts";
import type { ItemPlan } from "../support/faults/made-items.ts";
import { readQueue } from "../support/faults/stores.ts";
import type { Tab } from "../support/faults/tab.ts";
import { World } from "../support/faults/world.ts";

const HOUR_MS = 3_600_000;
const JUMPS = [4_000, HOUR_MS, 365 * 24 * HOUR_MS].flatMap((ms) => [ms, -ms]);

let world: World;
let tab: Tab;

beforeEach(async () => {
  world = new World();
  tab = await world.open();
});

afterEach(() => {
  world.close();
});

const PLAN = { conversation: "a", bytes: 64, refused: false } as const;
const QUESTION: ItemPlan = { kind: "question to Label", ...PLAN };

const queueIsEmpty = async () => (await readQueue(tab.personId)).length === 0;

/** Makes a question, of which the requests meet these faults, and lets some time pass. */
async function ask(ms: number, ...faults: Fault[]): Promise<void> {
  world.network.faults = faults;
  await world.make(tab, QUESTION);
  tab.context.engine.start();
  await world.elapse(ms);
}

async function openOther(): Promise<void> {
  const other = await world.open();
  other.context.engine.start();
  await world.settle();
}

describe.each(JUMPS)("a clock that is set by %i ms", (ms) => {
  it("does not stop an item that waits for a set time from being sent", async () => {
    await ask(20_000, ...new Array<Fault>(12).fill("broken"));
    expect(await queueIsEmpty()).toBe(false);
    world.setClocks(ms);
    expect(await world.elapse(2 * HOUR_MS, queueIsEmpty)).toBe(true);
    expect((await heal(world, HOUR_MS)).map(inWords)).toEqual([]);
  });

  it("does not stop a frozen sending tab from being replaced", async () => {
    await ask(1_000, "none", "slow-reply");
    world.freeze(tab);
    await openOther();
    world.setClocks(ms);
    expect(await world.elapse(60_000, async () => world.server.logs.size === 1)).toBe(true);
  });

  it("does not replace a sending tab that is alive", async () => {
    await ask(500, "none", "slow-reply", "slow-reply", "slow-reply");
    await openOther();
    await world.elapse(500);
    world.setClocks(ms);
    await world.elapse(10_000);
    const sent = world.server.requests.filter(({ kind }) => kind !== "health");
    expect(sent).toHaveLength(1);
  });

  it("does not stop a session from being refreshed after failed attempts", async () => {
    world.server.sessions.refuseAccessTokens();
    await ask(40_000, "none", "none", ...new Array<Fault>(20).fill("drop-request"));
    world.setClocks(ms);
    world.network.faults = [];
    expect(await world.elapse(HOUR_MS / 2, queueIsEmpty)).toBe(true);
  });

  it("keeps the order of a conversation", async () => {
    world.network.up = false;
    for (let n = 0; n < 3; n += 1) {
      await world.make(tab, QUESTION);
      world.setClocks(ms);
    }
    world.network.up = true;
    expect((await heal(world, HOUR_MS)).map(inWords)).toEqual([]);
  });
});
