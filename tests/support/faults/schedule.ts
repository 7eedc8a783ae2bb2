import fc from "fast-check";
import { FAULTS, type Fault } from "./fault-network.ts";
import { type ItemPlan, KINDS } from "./made-items.ts";

export const MOST_CONTEXTS = 3;
const YEAR_MS = 31_536_000_000;
const ITEMS = 20;
const MOST_DEATHS = 5;
/** Above the size, in bytes, from which the app joins a recording's chunks once it arrived. */
const LONG_BYTES = 70_000;

type Drawn<Of> = Of extends fc.Arbitrary<infer T> ? T : never;

/** An event named `what`. @param weight how often it is drawn, beside the others */
function event<What extends string, Facts = unknown>(
  weight: number,
  what: What,
  facts = {} as { [Name in keyof Facts]: fc.Arbitrary<Facts[Name]> },
) {
  const arbitrary = fc.record({ what: fc.constant(what), ...facts });
  return { weight, arbitrary: arbitrary as fc.Arbitrary<{ what: What } & Facts> };
}

/** An index into the contexts that are alive then. */
const tab = fc.nat({ max: MOST_CONTEXTS - 1 });
/** How many crash points later something happens in a context. */
const points = fc.integer({ min: 1, max: 80 });

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

/** How many crash points later the page dies; in three of four cases it lives (null). */
const dies = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
);

/** What a person does in a page with their items. */
const deed = fc.oneof(
  event(3, "take-back", { tab, points: dies }),
  event(2, "draft", { choice: fc.constantFrom("send", "discard"), tab, points: dies }),
  event(2, "send-again", { taps: fc.constantFrom(1, 2), tab, points: dies }),
  event(1, "keep-sound", { days: fc.constantFrom(0, 1, 30), tab, points: dies }),
  event(1, "look", { tab, points: dies }),
  event(4, "former-work", {
    choice: fc.constantFrom("discard", "leave"),
    tab,
    points: dies,
  }),
);
export type Deed = Drawn<typeof deed>;

const happening = fc.oneof(
  event(4, "pass", { ms: fc.constantFrom(0, 100, 1_000, 5_000, 25_000, 90_000, 400_000) }),
  event(2, "open"),
  // The context freezes and keeps its locks.
  event(2, "freeze", { tab, points }),
  event(1, "thaw"),
  event(1, "network", { up: fc.boolean() }),
  // The server refuses all present access tokens, or ends every session.
  event(1, "tokens-refused"),
  event(1, "sessions-ended"),
  // The disk accepts `room` more rows and is then full; Infinity: there is room again.
  event(2, "disk", {
    room: fc.constantFrom(0, 1, 2, 3, 5, 8, 13, 30, ...Array(6).fill(Number.POSITIVE_INFINITY)),
  }),
  // The browser closes the context's database, and then fails to open it `opens` times.
  event(2, "connection-lost", { tab, points, opens: fc.constantFrom(0, 0, 0, 1, 4, 10) }),
  // Somebody changes the device's clock.
  event(2, "clock", {
    ms: fc.constantFrom(-4_000, 4_000, -3_600_000, 3_600_000, -YEAR_MS, YEAR_MS),
  }),
  // The browser wakes the service worker, and ends it at its crash point with number `points`.
  event(2, "worker", { points }),
  // A newer version of the app is installed; pages opened later run it beside the older ones.
  event(1, "update"),
  event(1, "sign-out"),
  // The other of two people signs in, or the first one again.
  event(2, "another-person"),
  // The signed-in person's account is deleted; they get another at their next sign-in.
  event(2, "account-deleted"),
  { weight: 12, arbitrary: deed },
);
export type Happening = Drawn<typeof happening>;

/** Events, after which the person makes an item. */
const round = fc.record({
  happenings: fc.array(happening, { maxLength: 2, size: "max" }),
  tab,
  // Practically never null: null exists only so that a failing schedule can be shrunk.
  item: fc.option(item, { freq: 1_000_000 }),
});

/** The death of one context, or of all at once. */
const death = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tab, points }) },
  { weight: 1, arbitrary: fc.constant("power-cut" as const) },
);
export type Death = Drawn<typeof death>;

export const schedules = fc.record({
  /** The seed of the engine's own random numbers and of the accounts' ids. */
  chance: fc.nat(),
  /** How long an access token is valid, in seconds. */
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
export type Schedule = Drawn<typeof schedules>;
