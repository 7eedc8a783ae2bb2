import { refusedOutcome, unreachable } from "#backend/outcome.ts";
import { addItem } from "#mirror/person/outbox/lanes.ts";
import { retryItem, waitingItems } from "#mirror/person/outbox/outbox.ts";
import { countWaiting } from "#mirror/person/outbox/waiting.ts";
import { PersonDatabase, type Photo } from "#mirror/person/person-database.ts";
import { addPhoto, laneOfPhoto } from "#mirror/person/photos.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { createConnectivity } from "#sync/engine/connectivity.ts";
import { createEngine, type Engine } from "#sync/engine/engine.ts";
import type { EngineOptions } from "#sync/engine/engine-options.ts";
import type { Replayer } from "#sync/replayers/replayer.ts";
import { REPLAYERS } from "#sync/replayers/replayers.ts";
import { type Contender, requestFor } from "../contender.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";

/**
 * The sync engine of this app as its pages run it, with items queued like photos; only the requests
 * it sends are those of the benchmark.
 */
export const contender: Contender = {
  name: "Field Agents",
  version: "this checkout",
  async open(server) {
    const db = new PersonDatabase(PERSON);
    await db.open();
    const connectivity = createConnectivity({
      probe: () => probe(server),
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
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") engine.wake("visible");
    });

    return {
      async enqueue({ id, bytes, lane }) {
        const capturedAt = Date.now();
        const photo: Photo = { id, bytes, width: 1, height: 1, capturedAt };
        const item = {
          id,
          lane: lane ?? laneOfPhoto(id),
          capturedAt,
          size: bytes.byteLength,
          payload: { kind: "photo" as const, note: null },
          state: "queued" as const,
          attempts: 0,
          due: 0,
          reason: null,
          steps: {},
        };
        if (lane === undefined) return addPhoto(db, photo, item);
        await db.transaction("rw", db.photos, db.outbox, async () => {
          await db.photos.add(photo);
          await addItem(db, item);
        });
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
  },
};

/** Nothing uses it: the only replayer sends to the benchmark's server itself. */
const NO_BACKEND = {} as EngineOptions["backend"];

async function probe(server: string): Promise<boolean> {
  try {
    const response = await fetch(`${server}/health`, { cache: "no-store" });
    return response.ok;
  } catch {
    return false;
  }
}

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
      id: item.id,
      user_id: PERSON,
      agent_type: "snap" as const,
      input_type: "image" as const,
      input_data: null,
      output_summary: "",
      captured_at: at,
      created_at: at,
    };
    return { kind: "ok", value: { reply: null, log } };
  };
}
