import type { Backend } from "../backend.ts";
import type { Answer, Write } from "./write.ts";

const CHECKED_AT_ONCE = 6;

/** What became of the writes of a server's life, which ended with a kill. */
export interface Life {
  acknowledged: Write[];
  /** Whoever sent these was never told whether they arrived. */
  unsure: Write[];
}

/**
 * Writes to a server, each writer one thing after the other, until it is killed.
 * @param makers what each writer writes
 * @param kill called in the middle of all this, once `after` writes were acknowledged
 * @throws Error when a write is refused for good
 */
export async function writeUntilKilled(
  backend: Backend,
  makers: readonly (() => Write)[],
  { after, kill }: { after: number; kill: () => void },
): Promise<Life> {
  const life: Life = { acknowledged: [], unsure: [] };
  let isKilled = false;
  await Promise.all(
    makers.map(async (make) => {
      while (!isKilled) {
        const write = make();
        const answer = await write.send(backend).catch((): Answer => "later");
        if (answer === "never") throw new Error(`${write.id} was refused for good.`);
        (answer === "done" ? life.acknowledged : life.unsure).push(write);
        if (life.acknowledged.length < after || isKilled) continue;
        isKilled = true;
        kill();
      }
    }),
  );
  return life;
}

/** Sends again what may have arrived, until the server has done with each. */
export async function sendAgain(backend: Backend, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    for (;;) {
      const answer = await write.send(backend);
      if (answer === "never") throw new Error(`${write.id} was refused for good.`);
      if (answer === "done") break;
      // A call that the kill interrupted is taken up when its claim has run out.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** What is wrong with these writes on the server, in words; empty when each is there once. */
export async function problemsOf(backend: Backend, writes: readonly Write[]): Promise<string[]> {
  const problems: string[] = [];
  const left = writes.values();
  await Promise.all(
    Array.from({ length: CHECKED_AT_ONCE }, async () => {
      for (const write of left) {
        const problem = await write.problem(backend);
        if (problem !== null) problems.push(problem);
      }
    }),
  );
  return problems;
}
