// Writes to the disk what a backend writes on a typical day, recorded by `recorder.ts`:
// `deno run workload.ts <data directory> <log> <seed>`. Prints each acknowledged change as a line
// of JSON, with the size of the log at that time.
import { statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openEmbeddedDatabase } from "#supabase/embedded/database/pglite-database.ts";
import { storageFiles } from "#supabase/embedded/storage/storage-files.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import type { Acknowledged } from "../disk-log.ts";

const [dataDir = "", log = "", seed = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const database = await openEmbeddedDatabase(join(dataDir, "database"));
const storage = storageFiles(join(dataDir, "storage"));

function acknowledge(what: Acknowledged["what"]): void {
  console.log(JSON.stringify({ what, at: statSync(log).size }));
}

function run(statement: string, parameters: string[] = []): Promise<unknown> {
  return database.transaction((tx) => tx.query(statement, parameters));
}

async function write(number: number): Promise<void> {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const name = `Company ${number} x${"x".repeat(random() * 150)}`;
  await run("insert into public.companies (id, name) values ($1, $2)", [id, name]);
  acknowledge({ kind: "row", of: id, name });
  if (random() < 0.3) {
    await run("update public.companies set name = $2 where id = $1", [id, `New ${number}`]);
    acknowledge({ kind: "row", of: id, name: `New ${number}` });
  }
  if (random() < 0.1) {
    await run("delete from public.companies where id = $1", [id]);
    acknowledge({ kind: "deleted", of: id });
  }
}

async function upload(number: number): Promise<void> {
  const key = `manual ${number % 5}`;
  const size = Math.floor(random() * 20_000);
  const bytes = Uint8Array.from({ length: size }, () => random() * 256);
  await storage.uploadObject("manuals", key, undefined, bytes, "text/plain", "no-cache");
  acknowledge({ kind: "file", of: key, bytes: bytes.toBase64() });
}

for (let number = 0; number < 120; number++) {
  await write(number);
  if (number % 8 === 3) await upload(number);
  if (number % 25 === 12) await run("checkpoint");
  if (number % 40 === 20) await run("select pg_switch_wal()");
  // PostgreSQL records the files of its system tables in a file that it replaces with a rename.
  if (number % 30 === 14) await run("reindex table pg_catalog.pg_class");
  if (number % 30 === 29) {
    // Enough rows that PostgreSQL writes to disk while the statement runs.
    const made = `made_${number}`;
    await run(`create table public.${made} as select g, repeat(md5(g::text), 8) as text
      from generate_series(1, 3000) as g`);
    acknowledge({ kind: "table", of: made, rows: 3000 });
  }
}
await database.close();
process.exit(0);
