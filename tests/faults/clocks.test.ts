import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

const QUESTION: ItemPlan = {
  kind: "question to Label",
  conversation: "a",
  bytes: 64,
  refused: false,
};

async function queueIsEmpty(): Promise<boolean> {
  return (await readQueue(tab.personId)).length === 0;
}

describe.each(JUMPS)("a clock that is set by %i ms", (ms) => {
  it("does not stop an item that waits for a set time from being sent", async () => {
    world.network.faults = new Array(12).fill("broken");
    await world.make(tab, QUESTION);
    tab.context.engine.start();
    await world.elapse(20_000);
    expect(await queueIsEmpty()).toBe(false);
    world.setClocks(ms);
    expect(await world.elapse(2 * HOUR_MS, queueIsEmpty)).toBe(true);
    expect((await heal(world, HOUR_MS)).map(inWords)).toEqual([]);
  });

  it("does not stop a frozen sending tab from being replaced", async () => {
    world.network.faults = ["none", "slow-reply"];
    await world.make(tab, QUESTION);
    tab.context.engine.start();
    await world.elapse(1_000);
    world.freeze(tab);
    const other = await world.open();
    other.context.engine.start();
    await world.settle();
    world.setClocks(ms);
    expect(await world.elapse(60_000, async () => world.server.logs.size === 1)).toBe(true);
  });

  it("does not replace a sending tab that is alive", async () => {
    world.network.faults = ["none", "slow-reply", "slow-reply", "slow-reply"];
    await world.make(tab, QUESTION);
    tab.context.engine.start();
    const other = await world.open();
    other.context.engine.start();
    await world.elapse(1_000);
    world.setClocks(ms);
    await world.elapse(10_000);
    const sent = world.server.requests.filter(({ kind }) => kind !== "health");
    expect(sent).toHaveLength(1);
  });

  it("does not stop a session from being refreshed after failed attempts", async () => {
    world.server.sessions.refuseAccessTokens();
    world.network.faults = ["none", "none", ...new Array(20).fill("drop-request")];
    await world.make(tab, QUESTION);
    tab.context.engine.start();
    await world.elapse(40_000);
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
