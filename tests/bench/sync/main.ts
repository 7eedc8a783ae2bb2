// Compares our sync engine with other queues in the same browser, against the same server:
//   npm run bench:sync
//   npm run bench:sync -- --only kills,drain --kills 200 --seed 7 --items 100
// `README.md` of the benchmarks tells what the tables mean.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { seededRandom } from "../seeded-random.ts";
import { Arena, buildPages } from "./arena.ts";
import { measureKills, measureRefused } from "./reliability.ts";
import { measureDrain, measureEnqueue } from "./speed.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "kills,refusals,enqueue,drain" },
    kills: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    /** How long the server refuses, in seconds. */
    seconds: { type: "string", default: "60" },
    /** How many writes of each kind are measured. */
    turns: { type: "string", default: "80" },
    /** The most items that wait. */
    items: { type: "string", default: "1000" },
  },
});
const [kills, seed, seconds] = [Number(values.kills), Number(values.seed), Number(values.seconds)];
const [turns, items] = [Number(values.turns), Number(values.items)];
const chosen = values.only.split(",");

const pages = await buildPages();
try {
  for (const name of ["workbox-background-sync", "@tanstack/offline-transactions", "dexie"]) {
    console.log(`${name} ${createRequire(import.meta.url)(`${name}/package.json`).version}`);
  }
  console.log(`Seed ${seed}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  if (chosen.includes("kills")) {
    print(`Killed ${kills} times`, await measureKills(pages, kills, seededRandom(seed)));
  }
  if (chosen.includes("refusals")) {
    const statuses = [401, 422, 500];
    const all = statuses.map((status) => measureRefused(pages, status, seconds));
    for (const [at, rows] of (await Promise.all(all)).entries()) {
      print(`Every request is answered ${statuses[at]} for ${seconds} s, then 200`, rows);
    }
  }
  if (chosen.includes("enqueue")) {
    print("Until it is kept", await inArena((arena) => measureEnqueue(arena, turns)));
  }
  if (chosen.includes("drain")) {
    print("Until all has arrived", await inArena((arena) => measureDrain(arena, items)));
  }
} finally {
  rmSync(pages, { recursive: true, force: true });
}
process.exit(0);

async function inArena(work: (arena: Arena) => Promise<object>): Promise<object> {
  const arena = await Arena.open(pages);
  try {
    return await work(arena);
  } finally {
    await arena.end();
  }
}

function print(title: string, rows: object): void {
  console.log(`\n${title}`);
  console.table(rows);
}
