import { APP, type App } from "./app.ts";
import type { Finding } from "./finding.ts";
import { heal } from "./heal.ts";
import type { ItemPlan } from "./made-items.ts";
import type { Person } from "./person.ts";
import { restless } from "./restless.ts";
import { type Death, type Deed, type Happening, MOST_CONTEXTS, type Schedule } from "./schedule.ts";
import type { Tab } from "./tab.ts";
import { drainAsWorker } from "./worker.ts";
import { type Change, World } from "./world.ts";

/** Long enough for twenty items, one after the other, with a few of the longest pauses, ms. */
const PATIENCE_MS = 3_600_000;

/** The outcome of a schedule. */
export interface ScheduleStory {
  findings: Finding[];
  /**
   * The step right before the first finding; null when it came after the repair, or when nothing
   * was found.
   */
  after: Step | null;
  items: number;
  deaths: number;
}

/** Plays a schedule; the oracle judges after every step, and again when everything works again. */
export async function play(
  schedule: Schedule,
  change: Change = null,
  app: App = APP,
): Promise<ScheduleStory> {
  const world = new World(change, schedule.chance, app, schedule.chance % 4 === 0);
  const deaths = () => world.tabs.filter(({ life }) => !life.alive).length;
  try {
    world.network.faults = [...schedule.faults];
    world.server.sessions.lifetimeSeconds = schedule.tokenSeconds;
    for (let n = 0; n < MOST_CONTEXTS; n += 1) await begin(world);
    for (const step of stepsOf(schedule)) {
      await take(world, step);
      await world.settle();
      const findings = await world.judge();
      if (findings.length > 0) {
        return { findings, after: step, items: world.made.length, deaths: deaths() };
      }
    }
    const died = deaths();
    const findings = await heal(world, PATIENCE_MS);
    return { findings, after: null, items: world.made.length, deaths: died };
  } catch (error) {
    return { findings: [restless(error)], after: null, items: world.made.length, deaths: deaths() };
  } finally {
    world.close();
  }
}

/** One step of a schedule. */
type Step =
  | Happening
  | { what: "make"; tab: number; item: ItemPlan }
  | { what: "death"; death: Death };

function stepsOf({ rounds, deaths }: Schedule): Step[] {
  return rounds.flatMap(({ happenings, tab, item }, number) => [
    ...deaths
      .filter(({ round }) => round === number)
      .map(({ death }) => ({ what: "death" as const, death })),
    ...happenings,
    ...(item === null ? [] : [{ what: "make" as const, tab, item }]),
  ]);
}

async function take(world: World, step: Step): Promise<void> {
  if (step.what === "death") {
    await die(world, step.death);
  } else if (step.what === "make") {
    const awake = world.pages().filter(({ frozen }) => !frozen);
    await world.make(awake[step.tab % awake.length] ?? (await begin(world)), step.item);
  } else {
    await happen(world, step);
  }
}

async function die(world: World, death: Death): Promise<void> {
  if (death === "power-cut") return world.cutPower();
  const doomed = pick(world, death.tab);
  doomed?.life.at(death.points, () => doomed.life.die());
}

async function happen(world: World, happening: Happening): Promise<void> {
  switch (happening.what) {
    case "pass":
      await world.elapse(happening.ms);
      return;
    case "open":
      if (world.living().length < MOST_CONTEXTS) await begin(world);
      return;
    case "freeze": {
      const frozen = pick(world, happening.tab);
      frozen?.life.at(happening.points, () => world.freeze(frozen));
      return;
    }
    case "thaw":
      for (const frozen of world.living()) frozen.thaw();
      return;
    case "network":
      world.network.up = happening.up;
      return;
    case "disk":
      world.disk.room = happening.room;
      return;
    case "connection-lost": {
      const { points, opens } = happening;
      const loser = pick(world, happening.tab);
      loser?.life.at(points, () => loser.storage.lose(opens));
      return;
    }
    case "clock":
      world.setClocks(happening.ms);
      return;
    case "worker": {
      if (world.accounts.holder === null || world.living().length >= MOST_CONTEXTS) return;
      const worker = await world.open("worker");
      worker.life.at(happening.points, () => worker.life.die());
      void drainAsWorker(worker);
      return;
    }
    case "update":
      world.updated = true;
      await begin(world);
      return;
    case "tokens-refused":
      world.server.sessions.refuseAccessTokens();
      return;
    case "sessions-ended":
      world.server.sessions.endAll();
      return;
    case "sign-out":
      world.accounts.signOut();
      return;
    case "another-person":
      world.accounts.change();
      await begin(world);
      return;
    case "account-deleted":
      world.accounts.delete();
      return;
    default:
      return act(world, happening);
  }
}

/** A person does something in one of their pages that is not frozen. */
async function act(world: World, deed: Deed): Promise<void> {
  const awake = world.pages().filter(({ frozen }) => !frozen);
  const tab = awake[deed.tab % awake.length];
  if (tab === undefined) return;
  if (deed.points !== null) tab.life.at(deed.points, () => tab.life.die());
  // Not awaited, because some of these actions wait for the network.
  world.begin(tab, doneBy(world.person, tab, deed));
}

function doneBy(person: Person, tab: Tab, deed: Deed): Promise<void> {
  switch (deed.what) {
    case "take-back":
      return person.takeBack(tab);
    case "draft":
      return person.decide(tab, deed.choice);
    case "send-again":
      return person.sendAgain(tab, deed.taps);
    case "keep-sound":
      return person.chooseDays(tab, deed.days);
    case "look":
      return person.look(tab);
    case "former-work":
      return person.formerWork(tab, deed.choice);
  }
}

async function begin(world: World): Promise<Tab> {
  const opened = await world.open();
  opened.context.engine.start();
  return opened;
}

function pick(world: World, tab: number): Tab | undefined {
  const living = world.living();
  return living[tab % living.length];
}
