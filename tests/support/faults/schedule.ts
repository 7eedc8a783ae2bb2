import fc from "fast-check";
import { FAULTS, type Fault } from "./fault-network.ts";
import { type ItemPlan, KINDS } from "./made-items.ts";

/** An event on a device. `tab` is an index into the contexts that are alive then. */
export type Happening =
  | { what: "pass"; ms: number }
  | { what: "open" }
  /**
   * The context freezes at the crash point that comes `points` points later, and keeps its locks.
   */
  | { what: "freeze"; tab: number; points: number }
  | { what: "thaw" }
  | { what: "network"; up: boolean }
  /** The server refuses all present access tokens, or ends every session. */
  | { what: "tokens-refused" }
  | { what: "sessions-ended" }
  /** The disk accepts `room` more rows and is then full; Infinity: there is room again. */
  | { what: "disk"; room: number }
  /**
   * The browser closes the context's database at the crash point that comes `points` points later,
   * and then fails to open it `opens` times.
   */
  | { what: "connection-lost"; tab: number; points: number; opens: number }
  /** Somebody changes the device's clock. */
  | { what: "clock"; ms: number }
  /** The browser wakes the service worker, and ends it at its crash point with number `points`. */
  | { what: "worker"; points: number }
  /** A newer version of the app is installed; pages opened later run it beside the older ones. */
  | { what: "update" }
  | { what: "sign-out" }
  /** The other of two people signs in, or the first one again. */
  | { what: "another-person" }
  | Deed
  /** The signed-in person's account is deleted; they get another at their next sign-in. */
  | { what: "account-deleted" };

/**
 * What a person does in a page with their items; the page dies `points` crash points later, or not
 * (null).
 */
export type Deed = { tab: number; points: number | null } & (
  | { what: "take-back" }
  | { what: "draft"; choice: "send" | "discard" }
  | { what: "send-again"; taps: number }
  | { what: "keep-sound"; days: number }
  | { what: "look" }
  | { what: "former-work"; choice: "send" | "discard" | "leave" }
);

/** The death of one context, `points` crash points later, or of all at once. */
export type Death = { tab: number; points: number } | "power-cut";

/** Events, after which the person makes an item. */
export interface Round {
  happenings: Happening[];
  tab: number;
  /** Null only in a shrunk schedule. */
  item: ItemPlan | null;
}

export interface Schedule {
  /** The seed of the engine's own random numbers and of the accounts' ids. */
  chance: number;
  /** How long an access token is valid, in seconds. */
  tokenSeconds: number;
  faults: Fault[];
  rounds: Round[];
  /** The deaths, each in the round with that number. */
  deaths: { round: number; death: Death }[];
}

export const MOST_CONTEXTS = 3;
const YEAR_MS = 31_536_000_000;
const ITEMS = 20;
const MOST_DEATHS = 5;

const tab = fc.nat({ max: MOST_CONTEXTS - 1 });
const points = fc.integer({ min: 1, max: 80 });
/** Above the size, in bytes, from which the app joins a recording's chunks once it arrived. */
const LONG_BYTES = 70_000;
const item: fc.Arbitrary<ItemPlan> = fc
  .record({
    kind: fc.constantFrom(...KINDS, "question to Label"),
    conversation: fc.constantFrom("a", "b"),
    bytes: fc.integer({ min: 1, max: 200 }),
    dice: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ dice, ...plan }) => {
    const isNote = plan.kind.endsWith("note");
    return {
      ...plan,
      bytes: isNote && dice === 1 ? LONG_BYTES : plan.bytes,
      refused: dice === 9,
      silent: isNote && (dice === 2 || dice === 3),
    };
  });

/** In three of four cases the page lives. */
const dies = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("take-back" as const), tab, points: dies }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("draft" as const),
      choice: fc.constantFrom("send" as const, "discard" as const),
      tab,
      points: dies,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("send-again" as const),
      taps: fc.constantFrom(1, 2),
      tab,
      points: dies,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("keep-sound" as const),
      days: fc.constantFrom(0, 1, 30),
      tab,
      points: dies,
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("look" as const), tab, points: dies }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("former-work" as const),
      choice: fc.constantFrom(
        "send" as const,
        "send" as const,
        "discard" as const,
        "leave" as const,
      ),
      tab,
      points: dies,
    }),
  },
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("pass" as const),
      ms: fc.constantFrom(0, 100, 1_000, 5_000, 25_000, 90_000, 400_000),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ what: "open" as const }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("freeze" as const), tab, points }) },
  { weight: 1, arbitrary: fc.constant({ what: "thaw" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("network" as const), up: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ what: "tokens-refused" as const }) },
  { weight: 1, arbitrary: fc.constant({ what: "sessions-ended" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("disk" as const),
      room: fc.constantFrom(0, 1, 2, 3, 5, 8, 13, 30, ...Array(6).fill(Number.POSITIVE_INFINITY)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("connection-lost" as const),
      tab,
      points,
      opens: fc.constantFrom(0, 0, 0, 1, 4, 10),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("clock" as const),
      ms: fc.constantFrom(-4_000, 4_000, -3_600_000, 3_600_000, -YEAR_MS, YEAR_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("worker" as const), points }) },
  { weight: 1, arbitrary: fc.constant({ what: "update" as const }) },
  { weight: 1, arbitrary: fc.constant({ what: "sign-out" as const }) },
  { weight: 2, arbitrary: fc.constant({ what: "another-person" as const }) },
  { weight: 2, arbitrary: fc.constant({ what: "account-deleted" as const }) },
  { weight: 12, arbitrary: deed },
);

const round: fc.Arbitrary<Round> = fc.record({
  happenings: fc.array(happening, { maxLength: 2, size: "max" }),
  tab,
  // Practically never null: null exists only so that a failing schedule can be shrunk.
  item: fc.option(item, { freq: 1_000_000 }),
});

const death: fc.Arbitrary<Death> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tab, points }) },
  { weight: 1, arbitrary: fc.constant("power-cut" as const) },
);

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  chance: fc.nat(),
  tokenSeconds: fc.constantFrom(300, 3600),
  faults: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Fault>("none") },
      { weight: 3, arbitrary: fc.constantFrom(...FAULTS, "unauthorized") },
    ),
    { maxLength: 60, size: "max" },
  ),
  rounds: fc.array(round, { minLength: ITEMS, maxLength: ITEMS }),
  deaths: fc.array(fc.record({ round: fc.nat({ max: ITEMS - 1 }), death }), {
    minLength: 1,
    maxLength: MOST_DEATHS,
    size: "max",
  }),
});
