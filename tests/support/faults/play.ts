import type { Finding } from "./finding.ts";
import { heal } from "./heal.ts";
import { restless } from "./life.ts";
import type { ItemPlan } from "./made-items.ts";
import type { Person } from "./person.ts";
import { type Death, type Deed, type Happening, MOST_CONTEXTS, type Schedule } from "./schedule.ts";
import { drainAsWorker, type Tab } from "./tab.ts";
import { type Change, World } from "./world.ts";

/** Long enough for twenty items, one after the other, with a few of the longest pauses, ms. */
const PATIENCE_MS = 3_600_000;

interface ScheduleStory {
  findings: Finding[];
  /** The step before the first finding; null when it came after the repair, or there is none. */
  after: Step | null;
  items: number;
  deaths: number;
}

/** Plays a schedule; the oracle judges after every step, and again when everything works again. */
export async function play(schedule: Schedule, change: Change = null): Promise<ScheduleStory> {
  const world = new World(change, schedule.chance, undefined, schedule.chance % 4 === 0);
  const story = (findings: Finding[], after: Step | null, deaths = deathsIn(world)) => {
    return { findings, after, items: world.made.length, deaths };
  };
  try {
    world.network.faults = [...schedule.faults];
    world.server.sessions.lifetimeSeconds = schedule.tokenSeconds;
    for (let n = 0; n < MOST_CONTEXTS; n += 1) await begin(world);
    for (const step of stepsOf(schedule)) {
      const happen = EVENTS[step.what] as (world: World, step: Step) => unknown;
      await happen(world, step);
      await world.settle();
      const findings = await world.judge();
      if (findings.length > 0) return story(findings, step);
    }
    const died = deathsIn(world);
    return story(await heal(world, PATIENCE_MS), null, died);
  } catch (error) {
    return story([restless(error)], null);
  } finally {
    world.close();
  }
}

function deathsIn({ tabs }: World): number {
  return tabs.filter(({ life }) => !life.alive).length;
}

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

const EVENTS: {
  [What in Step["what"]]: (world: World, step: Extract<Step, { what: What }>) => unknown;
} = {
  make: async (world, { tab, item }) => {
    const awake = world.pages().filter(({ frozen }) => !frozen);
    await world.make(awake[tab % awake.length] ?? (await begin(world)), item);
  },
  death: async (world, { death }) => {
    if (death === "power-cut") await world.cutPower();
    else {
      const doomed = pick(world, death.tab);
      doomed?.life.at(death.points, () => doomed.life.die());
    }
  },
  pass: (world, { ms }) => world.elapse(ms),
  open: (world) => world.living().length < MOST_CONTEXTS && begin(world),
  freeze: (world, { tab, points }) => {
    const frozen = pick(world, tab);
    frozen?.life.at(points, () => world.freeze(frozen));
  },
  thaw: (world) => {
    for (const frozen of world.living()) frozen.thaw();
  },
  network: (world, { up }) => {
    world.network.up = up;
  },
  disk: (world, { room }) => {
    world.disk.room = room;
  },
  "connection-lost": (world, { tab, points, opens }) => {
    const loser = pick(world, tab);
    loser?.life.at(points, () => loser.storage.lose(opens));
  },
  clock: (world, { ms }) => world.setClocks(ms),
  worker: async (world, { points }) => {
    if (world.accounts.holder === null || world.living().length >= MOST_CONTEXTS) return;
    const worker = await world.open("worker");
    worker.life.at(points, () => worker.life.die());
    void drainAsWorker(worker);
  },
  update: (world) => {
    world.updated = true;
    return begin(world);
  },
  "tokens-refused": (world) => world.server.sessions.refuseAccessTokens(),
  "sessions-ended": (world) => world.server.sessions.endAll(),
  "sign-out": (world) => world.accounts.signOut(),
  "another-person": (world) => {
    world.accounts.change();
    return begin(world);
  },
  "account-deleted": (world) => world.accounts.delete(),
  "take-back": act((person, tab) => person.takeBack(tab)),
  draft: act<"draft">((person, tab, { choice }) => person.decide(tab, choice)),
  "send-again": act<"send-again">((person, tab, { taps }) => person.sendAgain(tab, taps)),
  "keep-sound": act<"keep-sound">((person, tab, { days }) => person.chooseDays(tab, days)),
  look: act((person, tab) => person.look(tab)),
  "former-work": act<"former-work">((person, tab, { choice }) => person.formerWork(tab, choice)),
};

/** A person does something in one of their pages that is not frozen. */
function act<What extends Deed["what"]>(
  does: (person: Person, tab: Tab, deed: Extract<Deed, { what: What }>) => Promise<void>,
): (world: World, deed: Extract<Deed, { what: What }>) => void {
  return (world, deed) => {
    const awake = world.pages().filter(({ frozen }) => !frozen);
    const tab = awake[deed.tab % awake.length];
    if (tab === undefined) return;
    const { points } = deed;
    if (points !== null) tab.life.at(points, () => tab.life.die());
    // Not awaited, because some of these actions wait for the network.
    world.begin(tab, does(world.person, tab, deed));
  };
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
