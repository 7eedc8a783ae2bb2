import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataTemplate } from "#tests/support/backend.ts";
import { denoBinary } from "../setup/run-deno.mjs";

const scripts = fileURLToPath(new URL("../../../tests/support/power-cuts/deno", import.meta.url));
/** A database that has not started after this many milliseconds counts as lost. */
const START_LIMIT = 60_000;

/** POWER_CUTS=200 simulates more of them; TEST_SEED repeats those of a failure. */
const CUTS = Number(process.env.POWER_CUTS ?? 8);
const SEED = Number(process.env.TEST_SEED ?? 20_260_101) % 100_000;
console.log(`The power is cut with TEST_SEED=${SEED}`);
const SHARDS = 2;

let folder: string;
let recording: Awaited<ReturnType<typeof record>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-"));
  recording = await record();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The cuts that lost something, as texts that say how to repeat them. */
const inWords = (losses: Losses): string[] =>
  [...losses]
    .filter(([, lost]) => lost.length > 0)
    .map(([number, lost]) => `TEST_SEED=${SEED}, cut ${number}: ${lost.join(", ")}`);

test(`after each of ${CUTS} power cuts, all acknowledged data is on the disk`, {
  timeout: 20_000 * CUTS,
}, async () => {
  const count = Math.ceil(CUTS / SHARDS);
  const played = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => cut(shard * count, count)),
  );
  expect(played.reduce((sum, losses) => sum + losses.size, 0)).toBeGreaterThanOrEqual(CUTS);
  expect(played.flatMap(inWords)).toEqual([]);
});

test("the same power cuts lose data if nothing is synced", async () => {
  const losses = await cut(0, 8, "without-syncs");
  expect(inWords(losses).length).toBeGreaterThan(0);
});

/** Runs the workload: what it did to its disk, and which changes were acknowledged to it. */
async function record() {
  const recording = {
    base: join(folder, "base"),
    log: join(folder, "log"),
    acknowledged: join(folder, "acknowledged"),
  };
  const dataDir = join(folder, "data");
  for (const copy of [recording.base, dataDir]) {
    cpSync(await dataTemplate("empty"), copy, { recursive: true });
  }
  const child = run("workload.ts", [dataDir, recording.log, String(SEED)], {
    POWER_CUT_ROOT: dataDir,
    POWER_CUT_LOG: recording.log,
  });
  child.stderr.pipe(process.stderr);
  const written = child.stdout.pipe(createWriteStream(recording.acknowledged));
  const [[code]] = await Promise.all([once(child, "close"), once(written, "close")]);
  if (code !== 0) throw new Error(`The workload of seed ${SEED} ended with exit code ${code}`);
  return recording;
}

/** The losses of each cut, in words; "everything" when the database does not start. */
type Losses = Map<number, string[]>;

/** Cuts the power `count` times, beginning with cut number `first`. */
async function cut(first: number, count: number, syncs = "with-syncs"): Promise<Losses> {
  const losses: Losses = new Map();
  const room = join(folder, `room-${first}`);
  await mkdir(room, { recursive: true });
  let left = Array.from({ length: count }, (_, i) => first + i);
  while (left.length > 0) {
    const { base, log, acknowledged } = recording;
    const given = [base, log, acknowledged, room, String(SEED), syncs];
    const child = run("check-cuts.ts", [...given, ...left.map(String)]);
    let printed = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    let begun: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      const { cut, lost } = JSON.parse(line);
      begun = cut;
      if (lost) losses.set(cut, lost);
      else timer = setTimeout(() => child.kill("SIGKILL"), START_LIMIT);
    }
    clearTimeout(timer);
    if (begun === undefined) throw new Error("The cuts cannot be played");
    // The process ended in the middle of a cut, so the database does not start after that cut.
    if (!losses.has(begun)) losses.set(begun, [`everything (${printed.trim().split("\n")[0]})`]);
    left = left.filter((number) => !losses.has(number));
  }
  return losses;
}

function run(script: string, args: string[], env: Record<string, string> = {}) {
  const preload = `--preload=${join(scripts, "recorder.ts")}`;
  const imports = `--import-map=${join(scripts, "named-imports.json")}`;
  const options = ["--quiet", "--allow-all", "--no-remote", preload, imports];
  const ofDeno = { DENO_NO_UPDATE_CHECK: "1", DENO_V8_FLAGS: "--liftoff-only" };
  return spawn(denoBinary(), ["run", ...options, join(scripts, script), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...ofDeno, ...env },
  });
}
