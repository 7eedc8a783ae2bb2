import fc from "fast-check";
import { FAULTS, type Fault } from "./fault-network.ts";
import type { ItemPlan } from "./made-items.ts";
import { type Change, type Tab, World } from "./world.ts";

/** One thing that happens on a device. `tab` counts over the contexts that live then. */
export type Happening =
  | { what: "make"; tab: number; item: ItemPlan }
  | { what: "pass"; ms: number }
  /** The context dies at its so-many-th crash point from here. */
  | { what: "doom"; tab: number; points: number }
  | { what: "power-cut" }
  | { what: "open" }
  /** The context stands still from its so-many-th crash point on, with the locks it holds. */
  | { what: "freeze"; tab: number; points: number }
  | { what: "thaw" }
  | { what: "network"; up: boolean };

export interface Schedule {
  contexts: number;
  /** Seed of the engine's own random numbers. */
  chance: number;
  faults: Fault[];
  happenings: Happening[];
}

/** Long enough for twenty items, one after the other, with a few of the longest pauses. */
const PATIENCE_MS = 4 * 3_600_000;
const MOST_CONTEXTS = 3;

const tab = fc.nat({ max: MOST_CONTEXTS - 1 });
const points = fc.integer({ min: 1, max: 80 });
const item: fc.Arbitrary<ItemPlan> = fc.record({
  kind: fc.constantFrom("voice", "photo", "question", "question"),
  conversation: fc.constantFrom("a", "b"),
  bytes: fc.integer({ min: 1, max: 200 }),
  refused: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 9),
});

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ what: fc.constant("make" as const), tab, item }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("pass" as const),
      ms: fc.constantFrom(0, 100, 1_000, 5_000, 25_000, 90_000, 400_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("doom" as const),
      tab,
      points,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ what: "power-cut" as const }) },
  { weight: 2, arbitrary: fc.constant({ what: "open" as const }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("freeze" as const), tab, points }) },
  { weight: 1, arbitrary: fc.constant({ what: "thaw" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("network" as const), up: fc.boolean() }),
  },
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  contexts: fc.integer({ min: 1, max: MOST_CONTEXTS }),
  chance: fc.nat(),
  faults: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Fault>("none") },
      { weight: 3, arbitrary: fc.constantFrom(...FAULTS, "unauthorized") },
    ),
    { maxLength: 60, size: "max" },
  ),
  happenings: fc.array(happening, { minLength: 5, maxLength: 40, size: "max" }),
});

/** What a schedule came to. */
export interface ScheduleStory {
  findings: string[];
  items: number;
  deaths: number;
}

/** Plays a schedule; the oracle judges after every happening, and when all is healed. */
export async function play(schedule: Schedule, change: Change = null): Promise<ScheduleStory> {
  const world = new World(change, randomFrom(schedule.chance));
  const deaths = () => world.tabs.filter(({ life }) => !life.alive).length;
  try {
    world.network.faults = [...schedule.faults];
    for (let n = 0; n < schedule.contexts; n += 1) await begin(world);
    for (const [index, what] of schedule.happenings.entries()) {
      await happen(world, what);
      await world.settle();
      const findings = await world.judge();
      if (findings.length > 0) {
        const after = `after happening ${index}, ${JSON.stringify(what)}`;
        return { findings: [...findings, after], items: world.made.length, deaths: deaths() };
      }
    }
    const died = deaths();
    return { findings: await world.heal(PATIENCE_MS), items: world.made.length, deaths: died };
  } finally {
    world.close();
  }
}

async function happen(world: World, happening: Happening): Promise<void> {
  switch (happening.what) {
    case "make": {
      const awake = world.living().filter(({ frozen }) => !frozen);
      const maker = awake[happening.tab % awake.length] ?? (await begin(world));
      return world.make(maker, happening.item);
    }
    case "pass":
      await world.elapse(happening.ms);
      return;
    case "doom": {
      const doomed = pick(world, happening.tab);
      doomed?.life.at(happening.points, () => doomed.life.die());
      return;
    }
    case "power-cut":
      for (const { life } of world.living()) life.die();
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

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
