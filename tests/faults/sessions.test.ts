import { afterEach, describe, expect, it } from "vitest";
import type { Fault } from "../support/faults/fault-network.ts";
import type { Broken, Finding } from "../support/faults/finding.ts";
import { heal } from "../support/faults/heal.ts";
import type { ItemPlan } from "../support/faults/made-items.ts";
import { readQueue } from "../support/faults/stores.ts";
import { drainAsWorker, type Tab } from "../support/faults/tab.ts";
import { World } from "../support/faults/world.ts";
import type { Ledger } from "../support/sync/model-ledger.ts";

const PATIENCE_MS = 30 * 60_000;
const PHOTO: ItemPlan = { kind: "photo", conversation: "a", bytes: 64, refused: false };

let world: World;
afterEach(() => world.close());

/** Opens a page that has found the backend. @param faults the faults that its next requests meet */
async function begin(...faults: Fault[]): Promise<Tab> {
  world = new World();
  const tab = await open();
  await world.settle();
  world.network.faults = faults;
  return tab;
}

async function open(): Promise<Tab> {
  const tab = await world.open();
  tab.context.engine.start();
  return tab;
}

const queueOf = (tab: Tab) => readQueue(tab.personId);
const arrived = (count: number) => async () => world.server.logs.size === count;
const brokenIn = (findings: readonly Finding[]) => findings.map(({ broken }) => broken);

/** Makes a photo, and lets everything be sent. @returns the promises that are broken then */
async function sendPhoto(tab: Tab): Promise<Finding[]> {
  await world.make(tab, PHOTO);
  await world.settle();
  return heal(world, PATIENCE_MS);
}

describe("a session", () => {
  it.each<Fault>(["drop-reply", "slow-reply", "drop-request", "duplicate", "portal", "broken"])(
    "survives a refresh that meets '%s'",
    async (fault) => {
      const tab = await begin("none", fault);
      world.server.sessions.refuseAccessTokens();
      await world.make(tab, PHOTO);
      expect(await world.elapse(PATIENCE_MS, arrived(1))).toBe(true);
      expect(tab.context.sessionRefusals()).toBe(0);
      expect(world.accounts.holder).toBe(tab.personId);
      expect(await heal(world, PATIENCE_MS)).toEqual([]);
    },
  );

  it("survives the death of the page that held the lock of its refresh", async () => {
    const tab = await begin("none", "slow-reply");
    world.server.sessions.refuseAccessTokens();
    await world.make(tab, PHOTO);
    const isRefreshing = async () => world.server.sessions.refreshes > 0;
    expect(await world.elapse(PATIENCE_MS, isRefreshing)).toBe(true);
    tab.life.die();
    const next = await open();
    expect(await world.elapse(PATIENCE_MS, arrived(1))).toBe(true);
    expect(next.context.sessionRefusals()).toBe(0);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
  });
});

describe("an item that a worker held back for a sign-in", () => {
  it("is sent by the open page when its person looks at it, if the session is still valid", async () => {
    const page = await begin();
    world.network.up = false;
    await world.make(page, PHOTO);
    await world.elapse(100_000);
    world.network.up = true;
    world.network.faults = ["none", "unauthorized", "none", "unauthorized"];
    const worker = await world.open("worker");
    await drainAsWorker(worker);
    expect((await queueOf(page)).map(({ state }) => state)).toEqual(["needs-sign-in"]);
    expect(world.accounts.holder).toBe(page.personId);
    page.context.engine.wake("visible");
    expect(await world.elapse(PATIENCE_MS, arrived(1))).toBe(true);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
  });
});

it("a page that thaws when somebody else is signed in sends nothing in that person's name, and its own person sends the items later", async () => {
  const first = await begin();
  await world.make(first, PHOTO);
  first.life.at(1, () => world.freeze(first));
  await world.make(first, { ...PHOTO, kind: "voice note" });
  await world.settle();
  expect(first.frozen).toBe(true);
  world.accounts.change();
  await world.make(await open(), { ...PHOTO, kind: "question to Ask" });
  await world.elapse(60_000);
  first.thaw();
  await world.elapse(600_000);
  expect(await world.judge()).toEqual([]);
  expect(await heal(world, PATIENCE_MS)).toEqual([]);
  const senders = new Set(world.server.done.map(({ personId }) => personId));
  expect([...senders].sort()).toEqual([...world.server.people].sort());
});

/** Servers with a mistake in their ledger, the fault that reveals it, and the promise that it breaks. */
const BROKEN_LEDGERS: [string, Fault, Broken, (ledger: Ledger) => Ledger][] = [
  [
    "without a ledger",
    "duplicate",
    "duplicated",
    () => ({ claim: () => ({ outcome: "claimed", token: "" }), finish: () => true }),
  ],
  [
    "that claims by the key alone",
    "same-key",
    "stuck",
    (ledger) => ({
      claim: (request) => ledger.claim({ ...request, personId: "anybody" }),
      finish: (request, token, reply) =>
        ledger.finish({ ...request, personId: "anybody" }, token, reply),
    }),
  ],
];

it.each(BROKEN_LEDGERS)("a server %s is caught", async (_, fault, broken, ledgerOf) => {
  const tab = await begin(fault);
  world.server.ledger = ledgerOf(world.server.ledger);
  expect(brokenIn(await sendPhoto(tab))).toContain(broken);
});

describe("a server that gets an older rating after a newer one", () => {
  /** The request of the first rating arrives once more, long after the second one. */
  async function rateTwice(isForgetful: boolean): Promise<Finding[]> {
    const tab = await begin("late-duplicate");
    world.server.ratings.isForgetful = isForgetful;
    for (const _ of [1, 2]) {
      await world.make(tab, { ...PHOTO, kind: "rating" });
      await world.settle();
    }
    return heal(world, PATIENCE_MS);
  }

  it("keeps the newer one", async () => {
    expect(await rateTwice(false)).toEqual([]);
  });

  it("is caught if it stores the older one", async () => {
    expect(brokenIn(await rateTwice(true))).toContain("reordered");
  });
});

it("a page that is frozen at any point, even during a refresh, does not stop others from sending", async () => {
  const points = new Set<string>();
  for (let point = 1, frozen = true; frozen; point += 1) {
    const tab = await begin();
    world.server.sessions.refuseAccessTokens();
    let where = "";
    tab.life.at(point, () => {
      where = tab.life.points.at(-1) ?? "";
      world.freeze(tab);
    });
    await world.make(tab, PHOTO);
    await world.settle();
    await open();
    expect(await world.elapse(5 * 60_000, arrived(1)), `frozen at ${where}`).toBe(true);
    frozen = tab.frozen;
    points.add(where);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
    world.close();
  }
  expect(points).toContain("request /auth/v1/token");
});
