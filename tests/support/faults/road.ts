import { APP, type App } from "./app.ts";
import type { Fault } from "./fault-network.ts";
import type { Finding } from "./finding.ts";
import { heal } from "./heal.ts";
import { restless } from "./life.ts";
import type { ItemPlan } from "./made-items.ts";
import type { Tab } from "./tab.ts";
import { type Change, World } from "./world.ts";

const UNDO_MS = 7_000;
const ROAD_MS = 60_000;
const PATIENCE_MS = 30 * 60_000;
/** Longer than a left note can be taken back in the page, and shorter than a slow reply. */
const MOMENT_MS = 8_000;
/** Shorter than a claim is good that was made ahead. */
const INSTANT_MS = 1_000;
/** One whose call is quick, so that the next ones are claimed ahead, and as many as are sent at a time. */
const OTHERS = 4;
/** The requests of a note: the probe beside the first one, the call and the row of the history. */
const QUICK: Fault[] = ["none", "none", "none"];

const LEFT: ItemPlan = { kind: "left note", conversation: "a", bytes: 64, refused: false };
const NOTE: ItemPlan = { ...LEFT, kind: "voice note" };

/** The steps of a road in its first page; `plan` begins to count the crash points to the death. */
type Steps = (world: World, tab: Tab, plan: () => void) => Promise<Finding[]>;

/** Scripted runs ("roads") through what a person does besides making and sending an item. */
const STEPS = {
  "a note is left, and sent in its time": async (world, tab, plan) => {
    plan();
    await world.make(tab, LEFT);
    return pass(world, ROAD_MS);
  },
  "a note is left, taken back, and sent later": takeBack("send"),
  "a note is left, taken back, and discarded": takeBack("discard"),
  "a note is left, and taken back as it is sent": async (world, tab, plan) => {
    world.network.faults = ["slow-reply", "slow-reply"];
    plan();
    await world.make(tab, LEFT);
    await world.elapse(UNDO_MS + 100);
    if (tab.life.alive) await world.doing(tab, world.person.takeBack(tab));
    if (tab.life.alive) await world.doing(tab, world.person.decide(tab, "discard"));
    return pass(world, ROAD_MS);
  },
  "a note without speech is sent again, with two taps": async (world, tab, plan) => {
    await world.make(tab, { ...NOTE, bytes: 70_000, silent: true });
    plan();
    await pass(world, ROAD_MS);
    if (tab.life.alive) await world.doing(tab, world.person.sendAgain(tab, 2));
    return pass(world, ROAD_MS);
  },
  "the next note is discarded while others are sent": interrupt(MOMENT_MS, (world, tab, next) =>
    world.doing(tab, world.person.discard(tab, next)),
  ),
  "the next note is taken back while others are sent": interrupt(MOMENT_MS, async (world, tab) => {
    await world.doing(tab, world.person.takeBack(tab));
    if (tab.life.alive) await world.doing(tab, world.person.decide(tab, "discard"));
  }),
  "the person signs out while notes are sent": interrupt(INSTANT_MS, async (world) => {
    world.accounts.change();
    await world.make(await open(world), NOTE);
    world.accounts.change();
    await open(world);
  }),
  "the page freezes while notes are sent": interrupt(INSTANT_MS, async (world, tab) => {
    world.freeze(tab);
    await open(world);
    await world.elapse(60_000);
    tab.thaw();
  }),
  "what arrived makes room on a full device": async (world, tab, plan) => {
    for (const silent of [false, true, false]) await world.make(tab, { ...NOTE, silent });
    await world.elapse(ROAD_MS);
    world.network.up = false;
    await world.make(tab, NOTE);
    plan();
    world.disk.room = 2;
    await world.make(tab, NOTE);
    if (tab.life.alive) await world.doing(tab, world.person.look(tab));
    return pass(world, ROAD_MS);
  },
  "an earlier account's work is discarded": loseAccount,
} satisfies Record<string, Steps>;

export const ROADS = Object.keys(STEPS) as (keyof typeof STEPS)[];

export interface Journey {
  road: keyof typeof STEPS;
  point: number;
}

/** A point after the last one of every road, so that nobody dies. */
export const NO_DEATH = Number.MAX_SAFE_INTEGER;

export function travel(
  { road, point }: Journey,
  change: Change = null,
  app: Partial<App> = {},
): Promise<Story> {
  const world = new World(change, undefined, { ...APP, ...app });
  return tell(world, point, async (plan) => STEPS[road](world, await open(world), plan));
}

/** One item from its beginning to its arrival, with a death on the way. */
export interface Kill {
  kind: ItemPlan["kind"];
  /** How many contexts are open; the one that reaches the crash point dies. */
  contexts: 1 | 3;
  /** The fault that the request with this number (0 = the first) meets; all others are answered. */
  fault: Fault;
  request: number;
  /** Whether the pages make drafts of recordings, which triples the points of a run. */
  drafts: boolean;
  /** The number of the crash point at which a context dies. */
  point: number;
}

/** The most requests that one item causes: a health probe, and five of a spoken question. */
export const MOST_REQUESTS = 6;

/** Longer than the server keeps a claim whose call it lost, ms. */
const CLAIM_MS = 5 * 60_000;

export function crashAt(kill: Kill, change: Change = null): Promise<Story> {
  const { kind, contexts, fault, request, drafts, point } = kill;
  const world = new World(change, undefined, undefined, drafts);
  return tell(world, point, async (plan) => {
    const maker = await world.open();
    for (let n = 1; n < contexts; n += 1) await world.open();
    await world.settle();
    plan();
    world.network.faults = [...new Array<Fault>(request).fill("none"), fault];
    for (const { context } of world.tabs) context.engine.start();
    await world.make(maker, { kind, conversation: "a", bytes: 64, refused: false });
    const { logs, ratings, changes } = world.server;
    const isOver = await world.elapse(
      CLAIM_MS,
      async () =>
        world.living().length < contexts || logs.size + ratings.rows.length + changes.size > 0,
    );
    return isOver ? [] : [{ broken: "stuck", about: `${kind}, not sent by itself` }];
  });
}

interface Story {
  killed: boolean;
  /** The last crash point of each context. */
  where: string;
  findings: Finding[];
}

/** Plays steps in a world; the oracle judges after their end or a death, and after the repair. */
async function tell(
  world: World,
  point: number,
  steps: (plan: () => void) => Promise<Finding[]>,
): Promise<Story> {
  try {
    let diesAt = Number.POSITIVE_INFINITY;
    const findings = await steps(() => {
      diesAt = world.pointsPassed + point;
      world.dieAt(point);
    });
    await world.settle();
    const killed = world.pointsPassed >= diesAt;
    const where = world.tabs.map(({ life }) => life.points.at(-1)).join(" | ");
    findings.push(...(await world.judge()), ...(await heal(world, PATIENCE_MS)));
    return { killed, where, findings };
  } catch (error) {
    return { killed: true, where: "", findings: [restless(error)] };
  } finally {
    world.close();
  }
}

function takeBack(choice: "send" | "discard"): Steps {
  return async (world, tab, plan) => {
    plan();
    await world.make(tab, LEFT);
    await world.doing(tab, world.person.takeBack(tab));
    const findings = await pass(world, ROAD_MS);
    if (tab.life.alive) await world.doing(tab, world.person.decide(tab, choice));
    return [...findings, ...(await pass(world, ROAD_MS))];
  };
}

/**
 * Lets four notes be sent, and a fifth be the next: the engine has claimed it ahead and has read its bytes
 * before the interruption comes, and must not send it on the strength of that.
 * @param afterMs when it comes: a claim is given back before a person acts, but not before the page
 * is frozen or left
 */
function interrupt(
  afterMs: number,
  interruption: (world: World, tab: Tab, next: string) => Promise<void>,
): Steps {
  return async (world, tab, plan) => {
    const { network } = world;
    network.up = false;
    for (let n = 0; n < OTHERS; n += 1) await world.make(tab, NOTE);
    // Larger, so that it is the last.
    await world.make(tab, { ...LEFT, bytes: 128 });
    const next = world.made.at(-1)?.id ?? "";
    await world.elapse(MOMENT_MS);
    network.faults = [...QUICK, ...Array(2 * OTHERS).fill("slow-reply")];
    network.up = true;
    plan();
    tab.context.engine.wake("network");
    await world.elapse(afterMs);
    if (tab.life.alive) await interruption(world, tab, next);
    return pass(world, ROAD_MS);
  };
}

/**
 * Deletes an account that leaves on the device a note of whose arrival the device does not know,
 * waiting items, a draft, and sound without speech; another person has work on the device as well.
 */
async function loseAccount(world: World, tab: Tab, plan: () => void): Promise<Finding[]> {
  await world.make(tab, { ...NOTE, silent: true });
  await world.elapse(ROAD_MS);
  world.network.faults = Array(4).fill("slow-reply");
  await world.make(tab, NOTE);
  await world.elapse(ROAD_MS, async () => world.server.logs.size === 2);
  tab.life.die();
  world.network.up = false;
  const second = await open(world);
  await world.make(second, { ...NOTE, kind: "question to Ask" });
  await world.make(second, LEFT);
  await world.doing(second, world.person.takeBack(second));
  world.accounts.change();
  await world.make(await open(world), NOTE);
  world.accounts.change();
  await open(world);
  world.accounts.delete();
  world.network.up = true;
  await world.elapse(ROAD_MS);
  const next = await open(world);
  await decide(world, next, "leave");
  const findings = await pass(world, 0);
  plan();
  await decide(world, next, "discard");
  return [...findings, ...(await pass(world, ROAD_MS))];
}

/** Asks for an earlier account's items and decides about them, which needs the network. */
async function decide(world: World, tab: Tab, choice: "leave" | "discard"): Promise<void> {
  const isOver = world.begin(tab, world.person.formerWork(tab, choice));
  await world.elapse(ROAD_MS, async () => isOver() || !tab.life.alive);
}

/** Lets time pass; the oracle judges before and after. */
async function pass(world: World, ms: number): Promise<Finding[]> {
  await world.settle();
  const before = await world.judge();
  await world.elapse(ms);
  return [...before, ...(await world.judge())];
}

async function open(world: World): Promise<Tab> {
  const tab = await world.open();
  tab.context.engine.start();
  await world.settle();
  return tab;
}
