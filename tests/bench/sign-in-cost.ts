// Measures what a sign-in costs, and what one stranger's wrong passwords cost everybody else:
//   deno run --allow-all --quiet tests/bench/sign-in-cost.ts
// prints sign-ins per second, and the median time of another person's read, alone and while 40
// wrong passwords are tried at once. BACKEND_ENV="NAME=value …" sets more variables of the backend.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { type Backend, rest, signIn, startBackend } from "../support/backend.ts";
import { processTree } from "../support/process-tree.ts";

const PASSWORD = "field-demo";
const PEOPLE = ["super@demo.example", "admin@demo.example", "tech@demo.example"];

export interface SignInCost {
  signInsPerSecond: number;
  /**
   * CPU time of the backend for one sign-in, over all its threads, in milliseconds; it does not
   * depend on the load of other processes.
   */
  cpuPerSignIn: number;
  /** This and the next two are in milliseconds. */
  readAlone: number;
  readMeanwhile: number;
  slowestReadMeanwhile: number;
  /** How many wrong passwords were answered with each status. */
  answers: Record<number, number>;
}

/** Signs in `count` times, `atOnce` at the same time. @returns sign-ins per second */
export async function signInRate(backend: Backend, count: number, atOnce: number): Promise<number> {
  let left = count;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await signIn(backend, PEOPLE[left % PEOPLE.length] ?? "", PASSWORD);
    }),
  );
  return (1000 * count) / (performance.now() - begun);
}

/** Measures how long one person's reads take, in milliseconds, until `meanwhile` has settled. */
export async function readTimes(
  backend: Backend,
  accessToken: string,
  meanwhile: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let over = false;
  void meanwhile.finally(() => {
    over = true;
  });
  do {
    const begun = performance.now();
    const { status } = await rest(backend, accessToken, "GET", "profiles?select=id");
    if (status !== 200) throw new Error(`a read was answered with ${status}`);
    times.push(performance.now() - begun);
  } while (!over);
  return times;
}

/** Tries that many wrong passwords of one account at once. @returns how many got each status */
export async function wrongPasswords(
  backend: Backend,
  count: number,
): Promise<Record<number, number>> {
  const answers: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ email: PEOPLE[1], password: `wrong-${i}` }),
      });
      await reply.body?.cancel();
      answers[reply.status] = (answers[reply.status] ?? 0) + 1;
    }),
  );
  return answers;
}

/** The CPU time that the processes of a backend have used so far (Linux only). */
function cpuMilliseconds(backend: Backend): number {
  const ticks = processTree(backend.pid).map((pid) => {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return 10 * ticks.reduce((sum, each) => sum + each, 0);
}

export const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

export async function measureSignInCost(backend: Backend): Promise<SignInCost> {
  await signInRate(backend, 6, 2);
  const cpuBefore = cpuMilliseconds(backend);
  const signInsPerSecond = await signInRate(backend, 40, 8);
  const cpuPerSignIn = (cpuMilliseconds(backend) - cpuBefore) / 40;
  const { accessToken } = await signIn(backend, "tech@demo.example", PASSWORD);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const alone = await readTimes(backend, accessToken, pause(1000));
  const tried = wrongPasswords(backend, 40);
  const during = await readTimes(backend, accessToken, tried);
  return {
    signInsPerSecond,
    cpuPerSignIn,
    readAlone: median(alone),
    readMeanwhile: median(during),
    slowestReadMeanwhile: Math.max(...during),
    answers: await tried,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const env = Object.fromEntries(
    (process.env.BACKEND_ENV ?? "").split(" ").flatMap((pair) => {
      const [name, value] = pair.split("=");
      return name && value ? [[name, value]] : [];
    }),
  );
  // A newly seeded data directory, so that its passwords are hashed as in a deployment.
  const dataDir = await mkdtemp(join(tmpdir(), "sign-in-cost-"));
  const backend = await startBackend({ dataDir, env });
  try {
    console.log(JSON.stringify(await measureSignInCost(backend), null, 2));
  } finally {
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
