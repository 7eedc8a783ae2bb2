// Measures servers as their callers meet them, side by side on this machine:
//   npm run bench:server
//   npm run bench:server -- --only PGlite --kinds "reads,voice calls"
// The requests come from another process, as if through a proxy that tells addresses. One after the
// other, 100 people send them, each from another address: so the product's limits stay as they are,
// and nobody reaches one.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { OPENINGS } from "./contestants.ts";
import { startLoad } from "./load.ts";
import { Score } from "./score.ts";

const ROUNDS = 3;

const { values } = parseArgs({
  options: { only: { type: "string" }, kinds: { type: "string" } },
});
const measured = values.kinds?.split(",") ?? ["reads", "sign-ins", "voice calls"];
const known = Object.keys(OPENINGS);
const chosen = values.only?.split(",") ?? known;
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`No server is called ${unknown.join(", ")}. There are: ${known.join(", ")}`);
}

const begun = performance.now();
const load = startLoad();
const provider = await startAiProvider();
const scores: Score[] = [];
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const name of chosen) {
    const contestant = await OPENINGS[name]?.(provider.url);
    if (contestant) scores.push(await Score.begin(contestant));
  }
  if (measured.includes("reads")) {
    await measure("reads");
    for (const score of scores) score.noteMemory("after 5,000 reads");
  }
  if (measured.includes("sign-ins")) await measure("sign-ins");
  if (measured.includes("voice calls")) await measure("voice calls");
  print();
} finally {
  for (const score of scores) await score.close();
  await provider.stop();
  load.end();
}
console.log(`\n${Math.round((performance.now() - begun) / 1000)} s`);
process.exit(0);

/** Has callers do something with every server in turn, round by round; the first is not counted. */
async function measure(name: string): Promise<void> {
  for (const callers of [1, 10, 50]) {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const score of scores) {
        const kind = score.kinds.find((each) => each.name === name);
        if (kind) await score.play(load, kind, callers, round > 0);
        if (name === "reads") await score.readAlone(load, callers, round > 0);
      }
    }
  }
}

/** One table: what was measured in rows, the servers in columns. */
function print(): void {
  const columns = scores.map((score, i) => score.column(scores[i - 1]));
  // Not every server has all rows: only PostgreSQL can be read by `pg` alone.
  const names = new Set(columns.flatMap((column) => Object.keys(column)));
  const rows = [...names].map((row) => [
    row,
    Object.fromEntries(columns.map((column, i) => [scores[i]?.name, column[row] ?? "-"])),
  ]);
  console.table(Object.fromEntries(rows));
  console.log(
    [
      `Figures with brackets: the median of ${ROUNDS} rounds, and between which it stands; all servers take turns in each.`,
      "Times: half of all answers, and 95 of 100, take at most as long. ×: compared with the server in the column before.",
      "Memory: of all processes of the server, without PostgreSQL's; in brackets shared memory counts once.",
      "A read brings 50 rows of a technician's history; a voice call takes 63 KB to a provider that answers at once.",
      "CPU: of the thread that every request goes through, and of all processes of the server, without PostgreSQL's.",
      "By pg alone: the same rows in the same transactions by a program that does nothing else.",
      "Behind a bare server: the same again, by a server that answers the same callers and checks nothing.",
    ].join("\n"),
  );
}
