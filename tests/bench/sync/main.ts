// Compares our sync engine with other queues in the same browser, against the same server:
//   npm run bench:sync
//   npm run bench:sync -- --only kills,drain --kills 200
// `README.md` of the benchmarks tells what the tables mean.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { seededRandom } from "../seeded-random.ts";
import { Arena, buildPages } from "./arena.ts";
import { measureKills } from "./kills.ts";
import { measureDrain, measureEnqueue } from "./speed.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "kills,enqueue,drain" },
    kills: { type: "string", default: "40" },
  },
});
const kills = Number(values.kills);
const chosen = values.only.split(",");

const pages = await buildPages();
try {
  for (const name of ["workbox-background-sync", "@tanstack/offline-transactions", "dexie"]) {
    console.log(`${name} ${createRequire(import.meta.url)(`${name}/package.json`).version}`);
  }
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  if (chosen.includes("kills")) {
    print(`Killed ${kills} times`, await measureKills(pages, kills, seededRandom(1)));
  }
  if (chosen.includes("enqueue")) {
    print("Until it is kept", await Arena.with(pages, measureEnqueue));
  }
  if (chosen.includes("drain")) {
    print("Until all has arrived", await Arena.with(pages, measureDrain));
  }
} finally {
  rmSync(pages, { recursive: true, force: true });
}
process.exit(0);

function print(title: string, rows: object): void {
  console.log(`\n${title}`);
  console.table(rows);
}
