import type { Fault } from "./fault-network.ts";
import type { Finding } from "./finding.ts";
import type { ItemPlan } from "./made-items.ts";
import { type Change, restless, World } from "./world.ts";

/** One item from its beginning to its arrival, and a death on the way. */
export interface Kill {
  kind: ItemPlan["kind"];
  /** How many are open; whichever comes by the point dies. */
  contexts: 1 | 3;
  /** What the network does to the so-many-th request (0 = the first); the others are answered. */
  fault: Fault;
  request: number;
  /** Dies at the so-many-th crash point. */
  point: number;
}

/** How one kill ended. */
export interface KillStory {
  killed: boolean;
  /** It was on the server when it was killed, or without having been. */
  arrived: boolean;
  /** The last crash point of each context. */
  where: string;
  findings: Finding[];
}

/** Requests of the longest road: is anybody there; a spoken question has five of its own. */
export const MOST_REQUESTS = 6;

/** Longer than a server keeps a claim whose call it lost. */
const ROAD_MS = 5 * 60_000;

/** Long enough for a few attempts with the longest pause between them. */
const PATIENCE_MS = 30 * 60_000;

/** Plays a kill; the oracle judges right after it, and when all is healed. */
export async function crashAt(kill: Kill, change: Change = null): Promise<KillStory> {
  const { kind, contexts, fault, request, point } = kill;
  const world = new World(change);
  try {
    for (let n = 0; n < contexts; n += 1) await world.open();
    await world.settle();
    const [maker] = world.tabs;
    if (maker === undefined) throw new Error("No context was opened");
    world.dieAt(point);
    world.network.faults = [...new Array<Fault>(request).fill("none"), fault];
    for (const { context } of world.tabs) context.engine.start();
    await world.make(maker, { kind, conversation: "a", bytes: 64, refused: false });
    const isOver = async () => world.living().length < contexts || world.server.logs.size > 0;
    await world.elapse(ROAD_MS, isOver);
    await world.settle();
    const killed = world.living().length < contexts;
    const arrived = world.server.logs.size === 1;
    const where = world.tabs.map(({ life }) => life.points.at(-1)).join(" | ");
    const findings = [...(await world.judge()), ...(await world.heal(PATIENCE_MS))];
    return { killed, arrived, where, findings };
  } catch (error) {
    return { killed: true, arrived: false, where: "", findings: [restless(error)] };
  } finally {
    world.close();
  }
}
