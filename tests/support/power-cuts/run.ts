import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { denoBinary } from "#supabase/embedded/setup/deno-binary.mjs";
import { dataTemplate } from "../backend.ts";

const scripts = fileURLToPath(new URL("./deno", import.meta.url));
/** A database that has not started after this many milliseconds counts as lost. */
const START_LIMIT = 60_000;

/** What a workload did to its disk, and which changes were acknowledged to it. */
export interface Recording {
  folder: string;
  base: string;
  log: string;
  acknowledged: string;
}

/** Runs the workload of a seed below `folder` and records it. @throws Error when it fails */
export async function record(folder: string, seed: number): Promise<Recording> {
  const recording = {
    folder,
    base: join(folder, "base"),
    log: join(folder, "log"),
    acknowledged: join(folder, "acknowledged"),
  };
  const dataDir = join(folder, "data");
  for (const copy of [recording.base, dataDir]) {
    cpSync(await dataTemplate("empty"), copy, { recursive: true });
  }
  const child = run("workload.ts", [dataDir, recording.log, String(seed)], {
    POWER_CUT_ROOT: dataDir,
    POWER_CUT_LOG: recording.log,
  });
  child.stderr.pipe(process.stderr);
  const written = child.stdout.pipe(createWriteStream(recording.acknowledged));
  const [[code]] = await Promise.all([once(child, "close"), once(written, "close")]);
  if (code !== 0) throw new Error(`The workload of seed ${seed} ended with exit code ${code}`);
  return recording;
}

/** The losses of each cut, in words; "everything" when the database does not start. */
export type Losses = Map<number, string[]>;

/** Cuts the power `count` times, beginning with cut number `first`. */
export async function cut(
  recording: Recording,
  options: { seed: number; first: number; count: number; withoutSyncs?: boolean },
): Promise<Losses> {
  const losses: Losses = new Map();
  const room = join(recording.folder, `room-${options.first}`);
  await mkdir(room, { recursive: true });
  let left = Array.from({ length: options.count }, (_, i) => options.first + i);
  while (left.length > 0) {
    const { base, log, acknowledged } = recording;
    const child = run("check-cuts.ts", [
      ...[base, log, acknowledged, room, String(options.seed)],
      options.withoutSyncs ? "without-syncs" : "with-syncs",
      ...left.map(String),
    ]);
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
  return spawn(
    denoBinary(),
    [
      "run",
      "--quiet",
      "--allow-all",
      "--no-remote",
      preload,
      imports,
      join(scripts, script),
      ...args,
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        DENO_NO_UPDATE_CHECK: "1",
        DENO_V8_FLAGS: "--liftoff-only",
        ...env,
      },
    },
  );
}
