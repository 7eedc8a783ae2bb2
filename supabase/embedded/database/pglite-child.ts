// The process that the embedded database runs in: `deno run pglite-child.ts <directory>`. Serves one
// client, in PostgreSQL's protocol: requests on standard input, answers on standard output. Ends
// with its standard input, and with its parent also in the middle of a statement that never ends.
import { openPglite } from "./open-pglite.ts";
import { FrontendMessages } from "./pglite-messages.ts";
import { vacuumWhatGrew } from "./pglite-vacuum.ts";

/** A restart reads no more of the write-ahead log than about this, in bytes. */
const LONGEST_LOG = 32 * 1024 * 1024;

const [directory = ""] = Deno.args;

// Ctrl-C reaches the whole process group; the backend decides when requests in flight are done.
Deno.addSignalListener("SIGINT", () => {});
await startGuard();
// The kernel gives the lock when the process before is gone, however it ended.
const lock = await Deno.open(`${directory}.lock`, { write: true, create: true });
await lock.lock(true);

const { pglite, files } = await openPglite(directory);
// Most backends of a single person never run long enough to come to it below.
await vacuumWhatGrew(pglite);
/** In PostgreSQL's protocol, "are you there": outside of a transaction it changes nothing. */
const sync = new Uint8Array(["S".charCodeAt(0), 0, 0, 0, 4]);
/** PGlite keeps what it reads of every answer until it is asked in another way: so many bytes, here. */
const MOST_KEPT = 1024 * 1024;
let kept = 0;
let checkpointAt = files.writtenAhead + LONGEST_LOG;
const messages = new FrontendMessages();
const output = Deno.stdout;
// Nothing else has to happen in between: waiting in the call itself is the shortest way.
for (
  let count = Deno.stdin.readSync(messages.room);
  count !== null;
  count = Deno.stdin.readSync(messages.room)
) {
  const request = messages.add(count);
  if (!request) continue;
  const answer = pglite.execProtocolRawSync(request);
  for (let sent = 0; sent < answer.length; ) sent += output.writeSync(answer.subarray(sent));
  kept += answer.length;
  if (kept > MOST_KEPT && isIdle(answer)) {
    await pglite.execProtocol(sync);
    kept = 0;
  }
  if (files.writtenAhead >= checkpointAt && isIdle(answer)) {
    // Inside PGlite, PostgreSQL has nobody who does this from time to time.
    await pglite.exec("checkpoint");
    await vacuumWhatGrew(pglite);
    checkpointAt = files.writtenAhead + LONGEST_LOG;
  }
}
await pglite.close();
Deno.exit(0);

/** Whether the answer ends with "ready for a request, in no transaction". */
function isIdle(answer: Uint8Array): boolean {
  return answer.at(-6) === "Z".charCodeAt(0) && answer.at(-1) === "I".charCodeAt(0);
}

/** Resolves when the guard is there. */
async function startGuard(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const guard = new Worker(import.meta.resolve("./pglite-guard.ts"), { type: "module" });
  guard.onmessage = () => resolve();
  await promise;
}
