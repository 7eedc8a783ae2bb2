import { refusedOutcome, unreachable } from "#backend/outcome.ts";
import { retryItem, waitingItems } from "#mirror/person/outbox/outbox.ts";
import { countWaiting } from "#mirror/person/outbox/waiting.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/photos.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { createConnectivity } from "#sync/engine/connectivity.ts";
import { createEngine, type Engine } from "#sync/engine/engine.ts";
import type { EngineOptions } from "#sync/engine/engine-options.ts";
import type { Replayer } from "#sync/replayers/replayer.ts";
import { REPLAYERS } from "#sync/replayers/replayers.ts";
import { present, requestFor } from "../contender.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
/** Nothing uses it: the only replayer sends to the benchmark's server itself. */
const NO_BACKEND = {} as EngineOptions["backend"];

/**
 * The sync engine of this app as its pages run it, with items queued as photos; only the requests it
 * sends are those of the benchmark.
 */
present(async (server) => {
  const db = new PersonDatabase(PERSON);
  await db.open();
  const connectivity = createConnectivity({
    probe: () =>
      fetch(`${server}/health`, { cache: "no-store" }).then(
        ({ ok }) => ok,
        () => false,
      ),
    clock: browserPorts.clock,
    random: browserPorts.random,
  });
  let refused = false;
  let engine: Engine;
  function start(): void {
    refused = false;
    engine = createEngine({
      db,
      backend: NO_BACKEND,
      connectivity,
      ports: browserPorts,
      replayers: { ...REPLAYERS, photo: replayItem(server) },
      sessionRefused: () => {
        refused = true;
      },
    });
    engine.start();
  }
  start();
  window.addEventListener("online", () => engine.wake("network"));

  return {
    async enqueue(_, bytes) {
      const photo = { bytes, width: 1, height: 1, capturedAt: Date.now(), note: "" };
      await queuePhoto(db, browserPorts, photo);
    },
    waiting: () => countWaiting(db),
    async wake() {
      // Does what a person does who taps Retry at each item that the server refused.
      for (const { id, state } of await waitingItems(db)) {
        if (state === "needs-attention") await retryItem(db, id);
      }
      if (!refused) return engine.wake("retry");
      // Restarts the engine, as the app does after somebody has signed in again.
      engine.stop();
      start();
    },
  };
});

function replayItem(server: string): Replayer {
  return async ({ item, content, now, signal }) => {
    const [bytes] = (await content()).chunks;
    if (bytes === undefined) return { kind: "never", code: "photo_missing", message: "Gone." };
    let response: Response;
    try {
      response = await fetch(requestFor(server, item.id, bytes), { signal });
    } catch {
      return unreachable();
    }
    if (!response.ok) {
      const retryAfter = response.headers.get("Retry-After");
      return refusedOutcome(response.status, "refused", "The server refused it.", retryAfter);
    }
    const at = new Date(now()).toISOString();
    const log = {
      ...{ id: item.id, user_id: PERSON, input_data: null, output_summary: "" },
      ...{ agent_type: "snap" as const, input_type: "image" as const },
      ...{ captured_at: at, created_at: at },
    };
    return { kind: "ok", value: { reply: null, log } };
  };
}
