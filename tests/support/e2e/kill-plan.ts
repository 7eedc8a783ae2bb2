import type { Agent } from "@contracts/agent.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";

/** The moments at which a browser is killed, and the longest time from each to the kill, ms. */
const LONGEST_MS = {
  /** While something is recorded. */
  capturing: 2500,
  /** Between the last tap and the page's message that it is saved. */
  saving: 250,
  /** While functions are called. */
  sending: 400,
  /** Between a function's reply and the writing of its item's last row. */
  replied: 80,
  /** Right after the last item has arrived. */
  arrived: 150,
  /** Without a network, with every item in the queue. */
  offline: 300,
  /** At a second kill: while the queue is sent after the first. */
  draining: 300,
};
export type Moment = keyof typeof LONGEST_MS;
export const MOMENTS = Object.keys(LONGEST_MS) as Moment[];

/** How the replies are treated; `held`: the AI provider does not answer before the kill. */
export type Replies = "pass" | "held" | "lose-reply" | "stall";

export interface Kill {
  moment: Moment;
  replies: Replies;
  /** Which of the requests (counted from 1) begins the moment, if the moment is one of sending. */
  request: number;
  /** The time from the beginning of the moment to the kill, ms. */
  delayMs: number;
}

/** What a person gives to an agent, and what the page said of it before the browser was killed. */
export interface Item {
  agent: Agent;
  /** The text that identifies it: the question, or the photo's note. Recordings have none. */
  mark: string | null;
  /** How long it is recorded, in seconds on the page's timer. */
  seconds: number;
  /** When it was begun, epoch ms; null until then. */
  begunAt: number | null;
  isStopped: boolean;
  /** Whether the page said that it is saved. */
  isPromised: boolean;
}

/** The items that a person gives, and one or two kills of the browser. */
export interface Story {
  number: number;
  items: Item[];
  kills: [Kill, ...Kill[]];
}

export function newItem(agent: Agent, mark: string | null, seconds: number): Item {
  return { agent, mark, seconds, begunAt: null, isStopped: false, isPromised: false };
}

/** The story with that number; the same for a seed, whichever stories came before. */
export function planStory(seed: number, number: number): Story {
  const random = seededRandom(seed * 100_003 + number);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const oneOf = <T>(choices: readonly [T, ...T[]]): T =>
    choices[Math.floor(random() * choices.length)] ?? choices[0];
  const moment = momentOf(seed, number);

  let agents = shuffled<Agent>(["voice", "snap", "label", "ask"], random).slice(0, 1 + upTo(3));
  const last = oneOf<Agent>(["voice", "label", "ask"]);
  if (moment === "capturing") agents = agents.filter((each) => each !== last).slice(0, 2);
  const items = agents.map((agent, index) => {
    const isRecorded = agent === "voice" || (agent !== "snap" && random() < 0.25);
    return newItem(agent, isRecorded ? null : words(agent, number, index), 1);
  });
  // Longer than the browser lives.
  if (moment === "capturing") items.push(newItem(last, null, 60));
  // A second question of one conversation, whose order counts.
  if (moment === "offline") items.push(newItem("ask", words("ask", number, items.length), 0));

  const kill = (at: Moment, request: number, replies: readonly [Replies, ...Replies[]]): Kill => ({
    ...{ moment: at, request, replies: oneOf(replies) },
    delayMs: Math.round(random() * LONGEST_MS[at]),
  });
  // A late request, so that the first items wait with the last.
  const first = kill(moment, Math.max(1, items.length - 2 + upTo(2)), REPLIES[moment]);
  const again = moment === "offline" || random() < 0.25;
  const kills = again ? [kill("draining", upTo(4), REPLIES.draining)] : [];
  return { number, items, kills: [first, ...kills] };
}

const UNTIL_SENT = ["held", "lose-reply", "stall"] as const;
const REPLIES: Readonly<Record<Moment, readonly [Replies, ...Replies[]]>> = {
  ...{ capturing: UNTIL_SENT, saving: UNTIL_SENT, sending: UNTIL_SENT },
  ...{ replied: ["pass", "lose-reply", "stall"], arrived: ["pass"], offline: ["pass"] },
  draining: ["pass", "held", "lose-reply", "stall"],
};

function words(agent: Agent, story: number, index: number): string {
  const what =
    agent === "snap"
      ? "The outdoor unit hums"
      : "What does fault code K17 mean on the Kestrel 900?";
  return `${what} (call ${story}.${index + 1})`;
}

/** Each first moment comes once in a round of six stories, in a random order per round. */
function momentOf(seed: number, number: number): Moment {
  const first = MOMENTS.filter((moment) => moment !== "draining");
  const round = Math.floor((number - 1) / first.length);
  const order = shuffled(first, seededRandom(seed * 100_003 - round));
  return order[(number - 1) % first.length] ?? "sending";
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
