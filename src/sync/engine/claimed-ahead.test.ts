import Dexie from "dexie";
import { beforeEach, expect, it, vi } from "vitest";
import { discardItem, waitingItems } from "#mirror/person/outbox/outbox.ts";
import { deferred } from "#tests/support/deferred.ts";
import type { Fate } from "#tests/support/sync/model-server.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained } from "#tests/support/sync/waiting.ts";

/** As many calls as are made at a time, and as many items as are claimed besides. */
const LANES = 3;
const AHEAD = 3;
const CLAIM_GOOD_MS = 2000;

/** In the order in which they are sent. */
let ids: string[];
let answer: () => void;

beforeEach(async () => {
  ids = [];
  for (let n = 1; n <= 9; n += 1) ids.push(await device.record(tab, 1000 * n));
});

/** Answers the first `quick` calls at once, and the others when `answer` is called. */
function answerLater(quick: number): void {
  const held = deferred();
  answer = held.resolve;
  let calls = 0;
  device.server.fate = async ({ kind }): Promise<Fate> => {
    if (kind === "function" && ++calls > quick) await held.promise;
    return "answer";
  };
}

const inState = async (state: string): Promise<string[]> =>
  (await waitingItems(tab.db)).filter((item) => item.state === state).map(({ id }) => id);

/** Sends one note, and waits until three are held by the server. */
async function sendFirst(): Promise<void> {
  answerLater(1);
  tab.engine.start();
  await vi.waitFor(async () => {
    expect(device.server.logs.size).toBe(1);
    expect(device.server.inFlight).toBe(LANES);
    expect(await inState("queued")).toHaveLength(ids.length - 1 - LANES - AHEAD);
  });
}

const sent = () =>
  device.server.requests
    .flatMap(({ kind, key }) => (kind === "function" ? (key ?? []) : []))
    .sort();
/** Answers, and checks that each item was sent once. */
async function sendAll(): Promise<void> {
  answer();
  await drained(tab);
  expect(sent()).toEqual(ids.toSorted());
}

it("after a quick call three more items are claimed than calls are made, and each is sent once", async () => {
  await sendFirst();
  expect((await inState("sending")).sort()).toEqual(ids.slice(1, 1 + LANES + AHEAD).sort());
  expect(sent()).toEqual(ids.slice(0, 1 + LANES).sort());
  await sendAll();
  expect(device.server.mostInFlight).toBe(LANES);
});

it("after a quick call a lane that becomes free sends before the queue has stored what arrived", async () => {
  await sendFirst();
  const busy = deferred();
  const writing = tab.db.transaction("rw", tab.db.outbox, () => Dexie.waitFor(busy.promise));
  answer();
  await vi.waitFor(() => {
    expect(sent()).toEqual(ids.slice(0, 1 + LANES + AHEAD).sort());
  });
  busy.resolve();
  await writing;
  await drained(tab);
  expect(sent()).toEqual(ids.toSorted());
});

it("after a quick call what is not sent within two seconds is queued again, and its attempt does not count", async () => {
  await sendFirst();
  device.clock.advance(CLAIM_GOOD_MS);
  await vi.waitFor(async () => {
    expect((await inState("sending")).sort()).toEqual(ids.slice(1, 1 + LANES).sort());
  });
  const [first] = (await waitingItems(tab.db)).filter(({ state }) => state === "queued");
  expect(first).toMatchObject({ attempts: 0, due: 0 });
  await sendAll();
});

it("after a quick call what was discarded while its tab was frozen is not sent by that tab", async () => {
  await sendFirst();
  // Its timers stand still.
  device.clock.set(60_000);
  const next = ids[1 + LANES] ?? "";
  await discardItem(tab.db, next);
  answer();
  await drained(tab);
  expect(sent()).not.toContain(next);
  expect(sent()).toHaveLength(ids.length - 1);
});

it("after a quick call what is claimed is given back when the engine stops, and its attempt does not count", async () => {
  await sendFirst();
  tab.engine.stop();
  answer();
  await vi.waitFor(async () => {
    const waiting = await waitingItems(tab.db);
    const attempts = waiting.filter(({ id }) => !sent().includes(id)).map((each) => each.attempts);
    expect(attempts).toEqual(Array(ids.length - 1 - LANES).fill(0));
  });
});

it("when the network is back, three more items are claimed before the first calls are answered", async () => {
  let hasNetwork = false;
  device.server.fate = ({ kind }): Fate => {
    if (!hasNetwork) return "drop-request";
    return kind === "health" ? "answer" : "hang";
  };
  tab.engine.start();
  await vi.waitFor(() => expect(tab.connectivity.state()).toBe("down"));
  hasNetwork = true;
  void tab.engine.wake("network");
  await vi.waitFor(async () => expect(await inState("sending")).toHaveLength(LANES + AHEAD));
  expect(sent()).toEqual(ids.slice(0, LANES).sort());
});

it("while calls are slow, no more items are claimed than calls are made", async () => {
  answerLater(0);
  tab.engine.start();
  await vi.waitFor(() => expect(device.server.inFlight).toBe(LANES));
  device.clock.advance(1000);
  answer();
  answerLater(0);
  await vi.waitFor(async () => {
    expect(device.server.logs.size).toBe(LANES);
    expect(device.server.inFlight).toBe(LANES);
    expect(await inState("sending")).toHaveLength(LANES);
  });
});
