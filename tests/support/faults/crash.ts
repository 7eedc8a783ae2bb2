import type { Fault } from "./fault-network.ts";
import type { Finding } from "./finding.ts";
import { heal } from "./heal.ts";
import { restless } from "./life.ts";
import type { ItemPlan } from "./made-items.ts";
import { type Change, World } from "./world.ts";

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

export interface KillStory {
  killed: boolean;
  /** The item was on the server at the kill, or at the end if nothing was killed. */
  arrived: boolean;
  /** The last crash point of each context. */
  where: string;
  findings: Finding[];
}

/** The most requests that one item causes: a health probe, and five of a spoken question. */
export const MOST_REQUESTS = 6;

/** Longer than the server keeps a claim whose call it lost, ms. */
const ROAD_MS = 5 * 60_000;

/** Long enough for a few attempts with the longest pause between them, ms. */
const PATIENCE_MS = 30 * 60_000;

/** Plays a kill; the oracle judges right after it, and again when everything works again. */
export async function crashAt(kill: Kill, change: Change = null): Promise<KillStory> {
  const { kind, contexts, fault, request, drafts, point } = kill;
  const world = new World(change, undefined, undefined, drafts);
  try {
    for (let n = 0; n < contexts; n += 1) await world.open();
    await world.settle();
    const [maker] = world.tabs;
    if (maker === undefined) throw new Error("No context was opened");
    world.dieAt(point);
    world.network.faults = [...new Array<Fault>(request).fill("none"), fault];
    for (const { context } of world.tabs) context.engine.start();
    await world.make(maker, { kind, conversation: "a", bytes: 64, refused: false });
    const isOver = async () => world.living().length < contexts || arrivals(world) > 0;
    await world.elapse(ROAD_MS, isOver);
    await world.settle();
    const killed = world.living().length < contexts;
    const arrived = arrivals(world) === 1;
    const where = world.tabs.map(({ life }) => life.points.at(-1)).join(" | ");
    const findings = [...(await world.judge()), ...(await heal(world, PATIENCE_MS))];
    return { killed, arrived, where, findings };
  } catch (error) {
    return { killed: true, arrived: false, where: "", findings: [restless(error)] };
  } finally {
    world.close();
  }
}

function arrivals({ server }: World): number {
  return server.logs.size + server.ratings.rows.length;
}
