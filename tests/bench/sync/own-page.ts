// The page with the app's own ways to store and send what a person makes, and the bare operations that
// they are compared with.
import { refusedOutcome, unreachable } from "#backend/outcome.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { askQuestion } from "#outbox/questions.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import type { EngineOptions } from "#sync/engine/attempt.ts";
import { createConnectivity } from "#sync/engine/connectivity.ts";
import { createEngine } from "#sync/engine/engine.ts";
import type { Replayer } from "#sync/replayers/replayer.ts";
import { REPLAYERS } from "#sync/replayers/replayers.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const CHUNK_BYTES = 4000;

const db = new PersonDatabase(PERSON);
const rawStore = openRawStore();

const bench = {
  /**
   * Records a note, each chunk of which is stored before the next comes.
   * @returns ms from the last chunk, which comes with Stop, until the note is queued
   */
  async note(size: number): Promise<number> {
    const chunks = size / CHUNK_BYTES;
    const note = await beginRecording(db, browserPorts, "audio/webm;codecs=opus");
    for (let second = 1; second < chunks; second += 1) {
      await note.append(noise(CHUNK_BYTES), second * 1000);
    }
    const last = noise(CHUNK_BYTES);
    return timeOf(async () => {
      await note.append(last, chunks * 1000);
      await note.seal();
    });
  },

  /** @returns ms until a photo is queued */
  async photo(size: number): Promise<number> {
    const photo = { bytes: noise(size), width: 1280, height: 960, capturedAt: Date.now() };
    return timeOf(() => queuePhoto(db, browserPorts, { ...photo, note: "" }));
  },

  /** @returns ms until a typed question is queued */
  async question(size: number): Promise<number> {
    const text = "What does error E-47 mean? ".repeat(size / 27).padEnd(size, "?");
    const conversation = crypto.randomUUID();
    return timeOf(() => askQuestion(db, browserPorts, { agent: "label", conversation, text }));
  },

  /** @returns ms until `size` bytes are in IndexedDB, in a strict write of nothing but IndexedDB */
  async rawWrite(size: number): Promise<number> {
    const store = await rawStore;
    const row = { id: crypto.randomUUID(), bytes: noise(size) };
    return timeOf(
      () =>
        new Promise<void>((resolve, reject) => {
          const transaction = store.transaction("items", "readwrite", { durability: "strict" });
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
          transaction.objectStore("items").put(row);
        }),
    );
  },

  /**
   * Starts the sync engine of the app's pages, and queues photos, each of which it sends in one request.
   * @returns the items' ids, in order
   */
  async queue(count: number, size: number): Promise<string[]> {
    engine.start();
    for (let item = 0; item < count; item += 1) {
      const photo = { bytes: noise(size), width: 1, height: 1, capturedAt: Date.now(), note: "" };
      await queuePhoto(db, browserPorts, photo);
    }
    return (await db.outbox.toArray()).map(({ id }) => id);
  },

  /** Makes the engine send now. @returns when it was, in epoch ms with fractions */
  wake(): number {
    void engine.wake("retry");
    return performance.timeOrigin + performance.now();
  },

  /**
   * Sends bodies without any queue, to measure what the network alone takes.
   * @param lanes how many are sent in parallel
   * @returns ms until all are answered
   */
  fetchAll(count: number, size: number, lanes: number): Promise<number> {
    const body = new ArrayBuffer(size);
    let left = count;
    async function lane(): Promise<void> {
      for (; left > 0; ) {
        left -= 1;
        await (await post(crypto.randomUUID(), body)).json();
      }
    }
    return timeOf(() => Promise.all(Array.from({ length: lanes }, lane)));
  },
};
export type OwnPage = typeof bench;

const sendPhoto: Replayer = async ({ item, content, now, signal }) => {
  const [bytes] = (await content()).chunks;
  if (bytes === undefined) return { kind: "never", code: "photo_missing", message: "Gone." };
  const response = await post(item.id, bytes, signal).catch(() => null);
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

const connectivity = createConnectivity({
  probe: async () => (await fetch("/health", { cache: "no-store" }).catch(() => null))?.ok === true,
  ...browserPorts,
});
const engine = createEngine({
  ...{ db, connectivity, ports: browserPorts, sessionRefused: () => {} },
  // Nothing uses it: the replayer of photos sends to the benchmark's server itself.
  backend: {} as EngineOptions["backend"],
  replayers: { ...REPLAYERS, photo: sendPhoto },
});
Object.assign(globalThis, { bench });

function post(key: string, body: ArrayBuffer, signal: AbortSignal | null = null) {
  return fetch("/items", { method: "POST", headers: { "Idempotency-Key": key }, body, signal });
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function openRawStore(): Promise<IDBDatabase> {
  const opening = indexedDB.open("raw", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("items", { keyPath: "id" });
  return new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

function noise(size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  }
  return bytes.buffer;
}
