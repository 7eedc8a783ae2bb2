// Cuts the power of a recorded workload and checks what is left of the acknowledged changes:
// `deno run check-cuts.ts <base> <log> <acknowledged> <room> <seed> with-syncs|without-syncs
// <cut>...`.
// Prints a line of JSON before and after each cut, because a cut after which the database does not
// start may end this process.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openPglite } from "#supabase/embedded/database/pglite-files.ts";
import { storageFiles } from "#supabase/embedded/storage/storage-files.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { Disk, type Random } from "../disk.ts";
import { type Acknowledged, type DiskEvent, readEvents } from "../disk-log.ts";
import { watching } from "./recorder.ts";

const [base = "", log = "", acknowledgedPath = "", room = "", seed, syncs, ...numbers] =
  process.argv.slice(2);
const ignoresSyncs = syncs === "without-syncs";
/** The share of cuts that are followed by a second one while the database starts again. */
const SECOND_CUTS = 0.3;

const events = [...readEvents(log)];
const acknowledged: Acknowledged[] = readFileSync(acknowledgedPath, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The events by kind, so that rare kinds are cut too. */
const byKind = Map.groupBy(events.keys(), (index) => events[index]?.event.op);

interface Cut {
  number: number;
  after: number;
  random: Random;
}
const cuts: Cut[] = numbers.map(Number).map((number) => {
  const random = seededRandom(Number(seed) * 10_000 + number);
  const at = oneOf(oneOf([...byKind.values()], random) ?? [], random) ?? 0;
  return { number, after: Math.min(events.length, at + Math.floor(random() * 3)), random };
});

const disk = new Disk(base, ignoresSyncs);
let applied = 0;
for (const cut of cuts.toSorted((a, b) => a.after - b.after)) {
  while (applied < cut.after) {
    const next = events[applied++];
    if (next) disk.apply(next.event);
  }
  console.log(JSON.stringify({ cut: cut.number }));
  const lost = await loseAfter(cut);
  console.log(JSON.stringify({ cut: cut.number, lost }));
}
process.exit(0);

function oneOf<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)];
}

async function loseAfter({ after, random }: Cut): Promise<string[]> {
  watching.current = undefined;
  rmSync(room, { recursive: true, force: true });
  let directory = join(room, "once");
  disk.leave(directory, random);
  if (random() < SECOND_CUTS) directory = await cutWhileStarting(directory, random);
  const at = events[after - 1]?.end ?? 0;
  return await findLost(directory, at);
}

/** Records the events and skips real syncs, which take long: this machine loses no power. */
function watch(root: string, tell: (event: DiskEvent) => void): void {
  watching.current = { root, tell, skipSyncs: true };
}

/** Starts the database, and cuts the power again meanwhile. @returns the directory that is left */
async function cutWhileStarting(directory: string, random: Random): Promise<string> {
  const again = new Disk(directory, ignoresSyncs);
  const told: DiskEvent[] = [];
  watch(directory, (event) => told.push(event));
  const { pglite } = await openPglite(join(directory, "database"));
  watch(directory, () => {});
  await pglite.close();
  watching.current = undefined;
  for (const event of told.slice(0, random() * (told.length + 1))) again.apply(event);
  const twice = join(room, "twice");
  again.leave(twice, random);
  return twice;
}

type State = Acknowledged["what"];

/**
 * For everything that was acknowledged by then, the states that it may be in: the last acknowledged
 * one, and the one that was being written.
 */
function expectedAt(at: number): Map<string, State[]> {
  const expected = new Map<string, State[]>();
  for (const { what, at: toldAt } of acknowledged) {
    if (toldAt <= at) expected.set(what.of, [what]);
    else if (expected.get(what.of)?.length === 1) expected.get(what.of)?.push(what);
  }
  return expected;
}

/** Everything that is not in an expected state, each in a few words. */
async function findLost(directory: string, at: number): Promise<string[]> {
  watch(directory, () => {});
  const { pglite } = await openPglite(join(directory, "database"));
  const { rows } = await pglite.query<{ id: string; name: string }>(
    "select id, name from public.companies",
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const storage = storageFiles(join(directory, "storage"));

  async function isThere(what: State): Promise<boolean> {
    if (what.kind === "row") return names.get(what.of) === what.name;
    if (what.kind === "deleted") return !names.has(what.of);
    if (what.kind === "table") {
      const count = `select count(distinct text)::int as n from public.${what.of}`;
      return (await pglite.query<{ n: number }>(count)).rows[0]?.n === what.rows;
    }
    const { body } = await storage.getObject("manuals", what.of, undefined);
    return (await new Response(body as BodyInit).bytes()).toBase64() === what.bytes;
  }

  const lost: string[] = [];
  for (const [of, states] of expectedAt(at)) {
    const found = await Promise.all(states.map((state) => isThere(state).catch(() => false)));
    if (!found.includes(true)) lost.push(`${states[0]?.kind} ${of}`);
  }
  await pglite.close();
  return lost;
}
