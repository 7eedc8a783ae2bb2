import { afterEach, describe, expect, it } from "vitest";
import { BROKEN_ENGINES } from "../support/faults/broken-engines.ts";
import type { Fault } from "../support/faults/fault-network.ts";
import type { Broken, Finding } from "../support/faults/finding.ts";
import { heal } from "../support/faults/heal.ts";
import type { ItemPlan } from "../support/faults/made-items.ts";
import { readQueue } from "../support/faults/stores.ts";
import type { Tab } from "../support/faults/tab.ts";
import { drainAsWorker } from "../support/faults/worker.ts";
import { type Change, World } from "../support/faults/world.ts";
import { LEASE_MS, type Ledger } from "../support/sync/model-ledger.ts";

const PATIENCE_MS = 30 * 60_000;
const PHOTO: ItemPlan = { kind: "photo", conversation: "a", bytes: 64, refused: false };

let world: World;
afterEach(() => world.close());

/** Opens a page that has found the backend. @param faults the faults that its next requests meet */
async function begin(change: Change = null, ...faults: Fault[]): Promise<Tab> {
  world = new World(change);
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
/** Whether the server has answered that a call is in flight. */
const isHeld = (tab: Tab) => async () =>
  (await queueOf(tab)).some(({ reason }) => reason?.code === "in_flight");
const brokenIn = (findings: readonly Finding[]) => findings.map(({ broken }) => broken);

/** Makes a photo, and lets everything be sent. @returns the promises that are broken then */
async function sendPhoto(tab: Tab): Promise<Finding[]> {
  await world.make(tab, PHOTO);
  await world.settle();
  return heal(world, PATIENCE_MS);
}

describe("a call that the server has claimed", () => {
  it("is answered 'in flight' until its lease ends when the server crashed, and is then run again", async () => {
    const tab = await begin(null, "dies-after-claim");
    const begun = world.device.clock.now();
    await world.make(tab, PHOTO);
    expect(await world.elapse(LEASE_MS, isHeld(tab))).toBe(true);
    expect(world.server.providerCalls).toEqual([]);
    expect(await world.elapse(PATIENCE_MS, arrived(1))).toBe(true);
    expect(world.device.clock.now() - begun).toBeGreaterThanOrEqual(LEASE_MS);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
  });

  it("is sent to the provider again when the server crashed before it stored the answer", async () => {
    expect(await sendPhoto(await begin(null, "dies-after-provider"))).toEqual([]);
    expect(world.server.providerCalls).toHaveLength(2);
    expect(world.server.done).toHaveLength(1);
  });

  it("is finished although its page died, and the next page gets the reply", async () => {
    const tab = await begin(null, "slow-provider");
    await world.make(tab, PHOTO);
    const isClaimed = async () => world.server.providerCalls.length > 0;
    expect(await world.elapse(PATIENCE_MS, isClaimed)).toBe(true);
    tab.life.die();
    const next = await open();
    expect(await world.elapse(PATIENCE_MS, isHeld(next))).toBe(true);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
    expect(world.server.providerCalls).toHaveLength(1);
  });
});

describe("a session", () => {
  it("that expired is refreshed once for everything that waits", async () => {
    world = new World();
    world.server.sessions.lifetimeSeconds = 300;
    world.device.signIn(world.server.personId);
    const tab = await open();
    await world.elapse(400_000);
    for (const _ of [1, 2, 3]) await world.make(tab, PHOTO);
    expect(await world.elapse(60_000, arrived(3))).toBe(true);
    expect(world.server.sessions.refreshes).toBe(1);
    expect(await heal(world, PATIENCE_MS)).toEqual([]);
  });

  it.each<Fault>(["drop-reply", "slow-reply", "drop-request", "duplicate", "portal", "broken"])(
    "survives a refresh that meets '%s'",
    async (fault) => {
      const tab = await begin(null, "none", fault);
      world.server.sessions.refuseAccessTokens();
      await world.make(tab, PHOTO);
      expect(await world.elapse(PATIENCE_MS, arrived(1))).toBe(true);
      expect(tab.context.sessionRefusals()).toBe(0);
      expect(world.accounts.holder).toBe(tab.personId);
      expect(await heal(world, PATIENCE_MS)).toEqual([]);
    },
  );

  it("survives the death of the page that held the lock of its refresh", async () => {
    const tab = await begin(null, "none", "slow-reply");
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

  it("that ends with three calls in flight costs none of them an attempt, and a sign-in sends them", async () => {
    const slow: Fault[] = ["slow-request", "slow-request", "slow-request"];
    const tab = await begin(null, ...slow);
    for (const _ of slow) await world.make(tab, PHOTO);
    const areInFlight = async () =>
      (await queueOf(tab)).every(({ state }) => state === "sending") &&
      world.network.faults.length === 0;
    expect(await world.elapse(60_000, areInFlight)).toBe(true);
    world.server.sessions.endAll();
    const isEnded = async () => world.accounts.holder === null;
    expect(await world.elapse(PATIENCE_MS, isEnded)).toBe(true);
    expect(world.server.sessions.refreshes).toBe(1);
    const held = (await queueOf(tab)).map(({ state, attempts }) => `${state} ${attempts}`);
    expect(held).toEqual(slow.map(() => "needs-sign-in 0"));
    await open();
    expect(await world.elapse(PATIENCE_MS, arrived(3))).toBe(true);
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

/**
 * The first person's page freezes while it sends; another person signs in and sends; then the page
 * thaws.
 */
async function takeOver(change: Change): Promise<Finding[]> {
  const first = await begin(change);
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
  return [...(await world.judge()), ...(await heal(world, PATIENCE_MS))];
}

describe("a page that thaws when somebody else is signed in", () => {
  it("sends nothing in that person's name, and its own person sends the items later", async () => {
    expect(await takeOver(null)).toEqual([]);
    const senders = new Map(world.server.done.map(({ personId }) => [personId, true]));
    expect([...senders.keys()].sort()).toEqual([...world.server.people].sort());
  });

  it("is caught by the judge if it does send in that person's name", async () => {
    const findings = await takeOver(BROKEN_ENGINES["whoever is signed in sends it"] ?? null);
    expect(brokenIn(findings)).toContain("in another account");
  });
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

describe.each(BROKEN_LEDGERS)("a server %s", (_, fault, broken, ledgerOf) => {
  it("is caught", async () => {
    const tab = await begin(null, fault);
    world.server.ledger = ledgerOf(world.server.ledger);
    expect(brokenIn(await sendPhoto(tab))).toContain(broken);
  });

  it("is caught by a test that a correct server passes", async () => {
    expect(await sendPhoto(await begin(null, fault))).toEqual([]);
  });
});

describe("a server that gets an older rating after a newer one", () => {
  /** The request of the first rating arrives once more, long after the second one. */
  async function rateTwice(isForgetful: boolean): Promise<Finding[]> {
    const tab = await begin(null, "late-duplicate");
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
