import { refusedOutcome, unreachable } from "#backend/outcome.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import type { EngineOptions } from "#sync/engine/attempt.ts";
import { createConnectivity } from "#sync/engine/connectivity.ts";
import { createEngine } from "#sync/engine/engine.ts";
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
  const probe = () =>
    fetch(`${server}/health`, { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
  const engine = createEngine({
    db,
    backend: NO_BACKEND,
    connectivity: createConnectivity({ probe, ...browserPorts }),
    ports: browserPorts,
    replayers: { ...REPLAYERS, photo: replayItem(server) },
    sessionRefused: () => {},
  });
  engine.start();
  window.addEventListener("online", () => engine.wake("network"));

  return {
    async enqueue(_, bytes) {
      const photo = { bytes, width: 1, height: 1, capturedAt: Date.now(), note: "" };
      await queuePhoto(db, browserPorts, photo);
    },
    wake: async () => engine.wake("retry"),
  };
});

function replayItem(server: string): Replayer {
  return async ({ item, content, now, signal }) => {
    const [bytes] = (await content()).chunks;
    if (bytes === undefined) return { kind: "never", code: "photo_missing", message: "Gone." };
    const response = await fetch(requestFor(server, item.id, bytes), { signal }).catch(() => null);
    if (response === null) return unreachable();
    if (!response.ok) return refusedOutcome(response.status, "refused", "Refused.", null);
    const at = new Date(now()).toISOString();
    const log = {
      ...{ id: item.id, user_id: PERSON, input_data: null, output_summary: "" },
      ...{ agent_type: "snap" as const, input_type: "image" as const },
      ...{ captured_at: at, created_at: at },
    };
    return { kind: "ok", value: { reply: null, log } };
  };
}
