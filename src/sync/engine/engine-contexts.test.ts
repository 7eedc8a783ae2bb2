import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { type Context, Device } from "#tests/support/sync/device.ts";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { dealFates, drained, untilState } from "#tests/support/sync/waiting.ts";

let device: Device;
let tab: Context;

beforeEach(() => {
  device = new Device();
  tab = device.open();
});

afterEach(() => {
  device.close();
});

describe("several contexts of one person", () => {
  it("send each item once", async () => {
    const other = device.open();
    const worker = device.open();
    const ids = [];
    for (let n = 0; n < 12; n += 1) ids.push(await device.record(n % 2 === 0 ? tab : other));
    for (const context of [tab, other, worker]) context.engine.start();
    await drained(tab);
    expect(device.server.requests.filter(({ kind }) => kind === "function")).toHaveLength(12);
    expect([...device.server.logs.keys()].sort()).toEqual(ids.sort());
  });

  it("take over the items in flight of a context that died", async () => {
    dealFates(device.server, "function", "deaf");
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "sending");
    tab.close();
    const next = device.open();
    next.engine.start();
    await drained(next);
    expect([...device.server.logs.keys()]).toEqual([id]);
  });

  it("replace a frozen drainer, whose late reply then changes nothing", async () => {
    const frozenClock = createManualClock(device.clock.now());
    const frozen = device.open(frozenClock);
    let resume = () => {};
    const held = new Promise<Fate>((resolve) => {
      resume = () => resolve("answer");
    });
    let first = true;
    device.server.fate = ({ kind }) => {
      if (kind !== "function" || !first) return "answer";
      first = false;
      return held;
    };
    const id = await device.record(frozen);
    frozen.engine.start();
    await untilState(tab, id, "sending");

    tab.engine.start();
    await drained(tab);
    expect(device.server.providerCalls).toEqual([id]);
    const history = await readHistory(tab.db, null);

    resume();
    frozenClock.advance(60_000);
    await vi.waitFor(async () => expect((await device.locks.query()).held).toEqual([]));
    expect(await readHistory(tab.db, null)).toEqual(history);
    expect(device.server.providerCalls).toEqual([id]);
  });

  it("drain once and return the number of items left, as the worker does", async () => {
    dealFates(device.server, "function", { status: 500, code: "internal" });
    await device.record(tab);
    await device.record(tab);
    expect(await tab.engine.drainOnce()).toBe(1);
  });
});
