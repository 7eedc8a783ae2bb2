import { APP, type App } from "./app.ts";
import type { Finding } from "./finding.ts";
import { heal } from "./heal.ts";
import type { ItemPlan } from "./made-items.ts";
import { interrupt } from "./next-in-line.ts";
import { restless } from "./restless.ts";
import type { Tab } from "./tab.ts";
import { type Change, World } from "./world.ts";

/**
 * Scripted runs ("roads") through everything a person does besides making and sending an item;
 * their page may die on the way.
 */
export const ROADS = [
  "a note is left, and sent in its time",
  "a note is left, taken back, and sent later",
  "a note is left, taken back, and discarded",
  "a note is left, and taken back as it is sent",
  "a note without speech is sent again, with two taps",
  "the next note is discarded while others are sent",
  "the next note is taken back while others are sent",
  "the person signs out while notes are sent",
  "the page freezes while notes are sent",
  "what arrived makes room on a full device",
  "an earlier account's work is taken over",
  "an earlier account's work is discarded",
] as const;

/** A road, and the number of the crash point at which a context dies. */
export interface Journey {
  road: (typeof ROADS)[number];
  point: number;
}

const UNDO_MS = 7_000;
const ROAD_MS = 60_000;
const PATIENCE_MS = 30 * 60_000;

const LEFT: ItemPlan = { kind: "left note", conversation: "a", bytes: 64, refused: false };
const NOTE: ItemPlan = { ...LEFT, kind: "voice note" };

/** The outcome of a journey. */
export interface JourneyStory {
  killed: boolean;
  /** The last crash point of each context. */
  where: string;
  findings: Finding[];
}

/**
 * Plays a road; the oracle judges right after its end or the death on it, and again when everything
 * works again.
 */
export async function travel(
  { road, point }: Journey,
  change: Change = null,
  app: Partial<App> = {},
): Promise<JourneyStory> {
  const world = new World(change, undefined, { ...APP, ...app });
  try {
    let diesAt = Number.POSITIVE_INFINITY;
    const findings = await goTo(world, road, () => {
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

/**
 * Plays the steps of a road.
 * @param plan begins to count the crash points to the death
 * @returns the findings on the way
 */
async function goTo(world: World, road: Journey["road"], plan: () => void): Promise<Finding[]> {
  const tab = await open(world);
  const { person } = world;
  switch (road) {
    case "a note is left, and sent in its time":
      plan();
      await world.make(tab, LEFT);
      return pass(world, ROAD_MS);
    case "a note is left, taken back, and sent later":
    case "a note is left, taken back, and discarded": {
      plan();
      await world.make(tab, LEFT);
      await world.doing(tab, person.takeBack(tab));
      const findings = await pass(world, ROAD_MS);
      const choice = road.endsWith("discarded") ? "discard" : "send";
      if (tab.life.alive) await world.doing(tab, person.decide(tab, choice));
      return [...findings, ...(await pass(world, ROAD_MS))];
    }
    case "a note is left, and taken back as it is sent":
      world.network.faults = ["slow-reply", "slow-reply"];
      plan();
      await world.make(tab, LEFT);
      await world.elapse(UNDO_MS + 100);
      if (tab.life.alive) await world.doing(tab, person.takeBack(tab));
      if (tab.life.alive) await world.doing(tab, person.decide(tab, "discard"));
      return pass(world, ROAD_MS);
    case "a note without speech is sent again, with two taps":
      await world.make(tab, { ...NOTE, bytes: 70_000, silent: true });
      plan();
      await pass(world, ROAD_MS);
      if (tab.life.alive) await world.doing(tab, person.sendAgain(tab, 2));
      return pass(world, ROAD_MS);
    case "what arrived makes room on a full device":
      for (const silent of [false, true, false]) await world.make(tab, { ...NOTE, silent });
      await world.elapse(ROAD_MS);
      world.network.up = false;
      await world.make(tab, NOTE);
      plan();
      world.disk.room = 2;
      await world.make(tab, NOTE);
      if (tab.life.alive) await world.doing(tab, person.look(tab));
      return pass(world, ROAD_MS);
    case "the next note is discarded while others are sent":
      await interrupt(world, tab, "discarded", plan, open);
      return pass(world, ROAD_MS);
    case "the next note is taken back while others are sent":
      await interrupt(world, tab, "taken back", plan, open);
      return pass(world, ROAD_MS);
    case "the person signs out while notes are sent":
      await interrupt(world, tab, "signed out", plan, open);
      return pass(world, ROAD_MS);
    case "the page freezes while notes are sent":
      await interrupt(world, tab, "frozen", plan, open);
      return pass(world, ROAD_MS);
    case "an earlier account's work is taken over":
    case "an earlier account's work is discarded":
      return loseAccount(world, tab, road.endsWith("over") ? "send" : "discard", plan);
  }
}

/**
 * Deletes an account that leaves on the device a note of whose arrival the device does not know,
 * waiting items, a draft, and sound without speech; another person has work on the device as well.
 */
async function loseAccount(
  world: World,
  tab: Tab,
  choice: "send" | "discard",
  plan: () => void,
): Promise<Finding[]> {
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
  await decide(world, next, choice);
  return [...findings, ...(await pass(world, ROAD_MS))];
}

/** Asks for an earlier account's items and decides about them, which needs the network. */
async function decide(world: World, tab: Tab, choice: "send" | "discard" | "leave"): Promise<void> {
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
