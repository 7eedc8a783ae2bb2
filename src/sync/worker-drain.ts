import { openBackend } from "../backend/backend.ts";
import { loadDeployment } from "../backend/deployment.ts";
import { deviceStore } from "../mirror/device-database.ts";
import { readIdentity } from "../mirror/identity.ts";
import { hurryAll } from "../mirror/outbox.ts";
import { PersonDatabase } from "../mirror/person-database.ts";
import { browserPorts } from "./browser-ports.ts";
import { createConnectivity } from "./connectivity.ts";
import { createEngine } from "./engine.ts";
import { replayVoice } from "./replayers/voice.ts";

/**
 * Drains the queue of whoever is signed in on this device, with no tab open.
 * @throws when something still waits: the browser then wakes the worker again later
 */
export async function drainFromWorker(): Promise<void> {
  const identity = await readIdentity();
  if (identity === null) return;
  const deployment = await loadDeployment(deviceStore);
  if (deployment === null) throw new Error("The backend is not known yet");
  const backend = openBackend(deployment, deviceStore, "worker");
  const db = new PersonDatabase(identity.id);
  try {
    const connectivity = createConnectivity({
      probe: backend.probe,
      clock: browserPorts.clock,
      random: browserPorts.random,
    });
    const engine = createEngine({
      db,
      backend,
      connectivity,
      ports: browserPorts,
      replayers: { voice: replayVoice },
    });
    // There is a network now: what waits for a time need not, and the browser wakes us rarely.
    await hurryAll(db);
    const left = await engine.drainOnce();
    engine.stop();
    if (left > 0) throw new Error(`${left} waiting to send`);
  } finally {
    db.close();
  }
}
