import type { ItemPlan } from "./made-items.ts";
import { type Change, World } from "./world.ts";

export const KINDS = ["voice", "photo", "question"] as const;

/** Long enough for a few attempts with the longest pause between them. */
const PATIENCE_MS = 30 * 60_000;

/** How one kill ended. */
export interface CrashStory {
  killed: boolean;
  /** It was on the server when it was killed, or without having been. */
  arrived: boolean;
  where: string;
  findings: string[];
}

/** One item from its beginning to its arrival, killed at its `point`-th crash point and begun again. */
export async function crashAt(
  kind: ItemPlan["kind"],
  point: number,
  change: Change = null,
): Promise<CrashStory> {
  const world = new World(change);
  try {
    const tab = await world.open();
    await world.settle();
    tab.life.at(point, () => tab.life.die());
    tab.context.engine.start();
    await world.make(tab, { kind, conversation: "a", bytes: 64, refused: false });
    await world.elapse(60_000, async () => !tab.life.alive || world.server.logs.size > 0);
    await world.settle();
    const killed = !tab.life.alive;
    const arrived = world.server.logs.size === 1;
    const where = tab.life.points.at(-1) ?? "";
    const findings = [...(await world.judge()), ...(await world.heal(PATIENCE_MS))];
    return { killed, arrived, where, findings };
  } finally {
    world.close();
  }
}
