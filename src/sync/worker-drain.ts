import { openBackend } from "../backend/backend.ts";
import { loadDeployment } from "../backend/deployment.ts";
import { deviceStore } from "../mirror/device/device-database.ts";
import { readIdentity } from "../mirror/device/identity.ts";
import { makeRequestsDueNow } from "../mirror/device/kept-requests.ts";
import { earliestDue, makeDueNow } from "../mirror/person/outbox/due.ts";
import { UNDO_MS } from "../mirror/person/outbox/stored-item.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { waitUntil } from "../platform/backoff.ts";
import { browserPorts } from "../platform/browser-ports.ts";
import { openRequestSender } from "./early-access/request-sender.ts";
import { createConnectivity } from "./engine/connectivity.ts";
import { createEngine } from "./engine/engine.ts";
import { keepsRetryTime } from "./engine/pauses.ts";
import { REPLAYERS } from "./replayers/replayers.ts";

/**
 * Sends the visitors' requests and the signed-in person's queue, with no tab open.
 * @throws when something still waits: the browser then wakes the worker again later
 */
export async function drainFromWorker(): Promise<void> {
  const requests = openRequestSender();
  // Make waiting requests due now: there is a network, and the browser wakes the worker rarely.
  await makeRequestsDueNow();
  const drained = await Promise.allSettled([requests.drainOnce(), drainPerson()]);
  let left = 0;
  for (const drain of drained) {
    if (drain.status === "rejected") throw drain.reason;
    left += drain.value;
  }
  if (left > 0) throw new Error(`${left} waiting to send`);
}

/** @returns how many items of the signed-in person still wait */
async function drainPerson(): Promise<number> {
  const identity = await readIdentity();
  if (identity === null) return 0;
  const deployment = await loadDeployment(deviceStore);
  if (deployment === null) throw new Error("The backend is not known yet");
  const backend = openBackend(deployment, deviceStore, "worker");
  const db = new PersonDatabase(identity.id);
  try {
    const connectivity = createConnectivity({ probe: backend.probe, ...browserPorts });
    const engine = createEngine({
      db,
      backend,
      connectivity,
      ports: browserPorts,
      replayers: REPLAYERS,
    });
    const { clock } = browserPorts;
    await makeDueNow(db, keepsRetryTime(clock.now()));
    let left = await engine.drainOnce();
    const due = await earliestDue(db);
    const wait = due === null ? 0 : waitUntil(due, clock.now());
    // Items that the person can still undo become due in a moment, and the browser wakes the worker
    // rarely.
    if (wait > 0 && wait <= UNDO_MS) {
      await new Promise<void>((resolve) => clock.after(wait, resolve));
      left = await engine.drainOnce();
    }
    engine.stop();
    return left;
  } finally {
    db.close();
  }
}
