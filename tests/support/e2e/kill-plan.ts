import type { Agent } from "@contracts/agent.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";

/** The moments at which a browser is killed. */
export const MOMENTS = [
  /** While something is recorded. */
  "capturing",
  /** Between the last tap and the page's message that it is saved. */
  "saving",
  /** While functions are called. */
  "sending",
  /** Between a function's reply and the writing of its item's last row. */
  "replied",
  /** Right after the last item has arrived. */
  "arrived",
  /** Without a network, with every item in the queue. */
  "offline",
] as const;
export type Moment = (typeof MOMENTS)[number];

/** How replies are treated at the first kill of a story, and at the second. */
export type Replies =
  | "pass"
  /** The AI provider does not answer before the browser is killed. */
  | "held"
  | "lose-reply"
  | "stall";

export interface ItemPlan {
  agent: Agent;
  spoken: boolean;
  /** How long it is recorded, in seconds on the page's timer. */
  seconds: number;
}

export interface KillPlan {
  replies: Replies;
  /** Which of the requests (counted from 1) begins the moment, if the moment is one of sending. */
  request: number;
  /** The time from the beginning of the moment to the kill, ms. */
  delayMs: number;
}

/** The items that a person gives, and how the browser is killed. */
export interface Story extends KillPlan {
  number: number;
  moment: Moment;
  items: ItemPlan[];
  /** A second kill, while the queue is sent after the first; null for none. */
  again: KillPlan | null;
}

/** The longest delay at each moment, milliseconds. */
const LONGEST_MS: Readonly<Record<Moment | "draining", number>> = {
  capturing: 2500,
  saving: 250,
  sending: 400,
  replied: 80,
  arrived: 150,
  offline: 300,
  draining: 300,
};

/** The story with that number; the same for a seed, whichever stories came before. */
export function planStory(seed: number, number: number): Story {
  const random = seededRandom(seed * 100_003 + number);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const oneOf = <T>(choices: readonly [T, ...T[]]): T =>
    choices[Math.floor(random() * choices.length)] ?? choices[0];
  const moment = momentOf(seed, number);

  const agents = shuffled<Agent>(["voice", "snap", "label", "ask"], random).slice(0, 1 + upTo(3));
  const items = agents.map((agent) => ({ agent, spoken: random() < 0.25, seconds: 1 }));
  // A second question of one conversation, whose order counts.
  if (moment === "offline") items.push({ agent: "ask", spoken: false, seconds: 0 });
  if (moment === "capturing") {
    const last = oneOf<Agent>(["voice", "label", "ask"]);
    const others = items.filter(({ agent }) => agent !== last).slice(0, 2);
    // Longer than the browser lives.
    items.splice(0, items.length, ...others, { agent: last, spoken: true, seconds: 60 });
  }
  const delay = (longest: number) => Math.round(random() * longest);
  const replies: Replies =
    moment === "arrived" || moment === "offline"
      ? "pass"
      : oneOf(
          moment === "replied" ? ["pass", "lose-reply", "stall"] : ["held", "lose-reply", "stall"],
        );
  const again: KillPlan = {
    replies: oneOf(["pass", "held", "lose-reply", "stall"]),
    request: upTo(4),
    delayMs: delay(LONGEST_MS.draining),
  };
  return {
    number,
    moment,
    items,
    replies,
    // A late request, so that the first items wait with the last.
    request: Math.max(1, items.length - 2 + upTo(2)),
    delayMs: delay(LONGEST_MS[moment]),
    again: moment === "offline" || random() < 0.25 ? again : null,
  };
}

/**
 * Each moment comes once per round of as many stories as there are moments, in a random order per
 * round.
 */
function momentOf(seed: number, number: number): Moment {
  const round = Math.floor((number - 1) / MOMENTS.length);
  const order = shuffled(MOMENTS, seededRandom(seed * 100_003 - round));
  return order[(number - 1) % MOMENTS.length] ?? "sending";
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
