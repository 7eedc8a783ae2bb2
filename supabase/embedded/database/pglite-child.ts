// The process that the embedded database runs in: `deno run pglite-child.ts <directory>`. Serves
// one client, in PostgreSQL's protocol: requests on standard input, answers on standard output.
// Ends when its standard input closes; when its parent is gone, it ends even during a statement
// that never ends.
import { leaveSignalsToParent } from "../functions/deno-child.ts";
import { openPglite } from "./pglite-files.ts";
import { FrontendMessages } from "./pglite-messages.ts";

/** A restart has to read at most about this much of the write-ahead log, in bytes. */
const LONGEST_LOG = 32 * 1024 * 1024;

/** A table is vacuumed again after it has grown by this fraction and by `MORE_PAGES` pages of 8 KiB. */
const MOST_GROWTH = 0.2;
const MORE_PAGES = 100;

const [directory = ""] = Deno.args;

leaveSignalsToParent();
const guard = new Worker(import.meta.resolve("./pglite-guard.ts"), { type: "module" });
await new Promise((resolve) => {
  guard.onmessage = resolve;
});
// The kernel grants the lock when the previous process has ended, however it ended.
const lock = await Deno.open(`${directory}.lock`, { write: true, create: true });
await lock.lock(true);

const { pglite, files } = await openPglite(directory);
// Also done at the start: most backends that one person uses never run until the vacuum below.
await vacuumWhatGrew();
/**
 * The Sync message of PostgreSQL's protocol: when nothing is being executed it changes nothing, not
 * even inside of a transaction.
 */
const sync = new Uint8Array(["S".charCodeAt(0), 0, 0, 0, 4]);
/**
 * PGlite keeps all raw answers in memory until `execProtocol` is called, which is done after this
 * many bytes.
 */
const MOST_KEPT = 1024 * 1024;
const READY_FOR_QUERY = "Z".charCodeAt(0);
let answeredBytes = 0;
let checkpointAt = files.writtenAhead + LONGEST_LOG;
const messages = new FrontendMessages();
const output = Deno.stdout;
// Reads synchronously, which is fastest: nothing else has to run while it waits.
for (
  let count = Deno.stdin.readSync(messages.room);
  count !== null;
  count = Deno.stdin.readSync(messages.room)
) {
  const request = messages.add(count);
  if (!request) continue;
  const answer = pglite.execProtocolRawSync(request);
  for (let sent = 0; sent < answer.length; ) sent += output.writeSync(answer.subarray(sent));
  answeredBytes += answer.length;
  const isReady = answer.at(-6) === READY_FOR_QUERY;
  if (answeredBytes > MOST_KEPT && isReady) {
    await pglite.execProtocol(sync);
    answeredBytes = 0;
  }
  // No transaction is open.
  const isIdle = isReady && answer.at(-1) === "I".charCodeAt(0);
  if (files.writtenAhead >= checkpointAt && isIdle) {
    // Inside PGlite, PostgreSQL has no background process that does this from time to time.
    await pglite.exec("checkpoint");
    await vacuumWhatGrew();
    checkpointAt = files.writtenAhead + LONGEST_LOG;
  }
}
await pglite.close();
Deno.exit(0);

/**
 * Vacuums and analyses tables as PostgreSQL's autovacuum does, which PGlite does not have. The database
 * cannot be used meanwhile, so only those are vacuumed that have grown, with their indexes, since their
 * last vacuum; PostgreSQL keeps the size they had then.
 */
async function vacuumWhatGrew(): Promise<void> {
  const grown = await pglite.query<{ name: string }>(
    `with mine as (
       select t.oid, t.reltoastrelid as toast, format('%I.%I', n.nspname, t.relname) as name
       from pg_class t join pg_namespace n on n.oid = t.relnamespace
       where t.relkind = 'r' and n.nspname !~ '^(pg_|information_schema$)'),
     parts as (
       select name, oid as part from mine
       union all select name, toast from mine where toast <> 0
       union all select m.name, x.indexrelid from mine m
                 join pg_index x on x.indrelid = m.oid or x.indrelid = m.toast)
     select p.name from parts p join pg_class c on c.oid = p.part
     group by p.name
     having sum(pg_relation_size(c.oid)) / 8192
            > sum(greatest(c.relpages, 0)) * (1 + $1::float8) + $2::integer`,
    [MOST_GROWTH, MORE_PAGES],
  );
  for (const { name } of grown.rows) await pglite.exec(`vacuum (analyze) ${name}`);
}
