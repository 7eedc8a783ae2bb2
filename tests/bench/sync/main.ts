// Compares our sync engine with other queues in the same browser, against the same server:
//   npm run bench:sync
//   npm run bench:sync -- --only kills,failover --kills 200 --seed 7
//   npm run bench:sync -- --only drain --racers notes --items 100,1000 --round-trips 20
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { findChromium } from "#tests/support/setup/chromium.mjs";
import { seededRandom } from "../seeded-random.ts";
import { openArena } from "./arena.ts";
import { buildPages } from "./pages.ts";
import { RELIABILITY_PARTS, runReliability } from "./reliability.ts";
import { runSpeed, SPEED_PARTS } from "./speed.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    kills: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    racers: { type: "string" },
    items: { type: "string" },
    "round-trips": { type: "string" },
  },
});
const known = [...RELIABILITY_PARTS, ...SPEED_PARTS];
const chosen = values.only?.split(",") ?? known;
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`No part is called ${unknown.join(", ")}. There are: ${known.join(", ")}`);
}
const kills = Number(values.kills);
const seed = Number(values.seed);

const pages = await buildPages();
try {
  const versionOf = (name: string): string =>
    createRequire(import.meta.url)(`${name}/package.json`).version;
  console.log(`Chromium ${await chromiumVersion()} (${await findChromium()})`);
  for (const name of ["workbox-background-sync", "@tanstack/offline-transactions", "dexie"]) {
    console.log(`${name} ${versionOf(name)}`);
  }
  console.log(`Seed ${seed}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const begun = Date.now();
  await runReliability(pages, chosen, { kills, random: seededRandom(seed) });
  await runSpeed(
    pages,
    chosen.filter((name) => SPEED_PARTS.includes(name)),
    {
      ...(values.racers !== undefined && { racers: values.racers.split(",") }),
      ...(values.items !== undefined && { items: values.items.split(",").map(Number) }),
      ...(values["round-trips"] !== undefined && {
        roundTrips: values["round-trips"].split(",").map(Number),
      }),
    },
  );
  console.log(`\n${Math.round((Date.now() - begun) / 1000)} s`);
} finally {
  pages.remove();
}

async function chromiumVersion(): Promise<string> {
  const arena = await openArena(pages);
  try {
    const { context } = await arena.browser();
    return context.browser()?.version() ?? "";
  } finally {
    await arena.end();
  }
}
