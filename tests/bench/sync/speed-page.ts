// The script that the speed benchmark runs in the browser: the app's own way of storing and
// sending, and the raw operations that it is compared with.
import { openBackend } from "#backend/backend.ts";
import { deviceStore } from "#mirror/device/device-database.ts";
import { laneOfQuestions } from "#mirror/person/outbox/lanes.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/photos.ts";
import { askQuestion } from "#outbox/questions.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { startPageSync } from "#sync/page-sync.ts";
import { openDexieQueue } from "./speed-page-dexie.ts";
import { fillOutbox } from "./speed-page-fill.ts";
import {
  fetchAll,
  openRawQueue,
  openRawStore,
  type RawQueue,
  type RawStore,
} from "./speed-page-raw.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const MIME_TYPE = "audio/webm;codecs=opus";

const db = new PersonDatabase(PERSON);
const rawStores = new Map<IDBTransactionDurability, RawStore>();
const queues = { raw: openRawQueue, dexie: openDexieQueue };
const openQueues = new Map<keyof typeof queues, Promise<RawQueue>>();

const speedPage = {
  /**
   * Records a note of `chunks` chunks, each stored before the next comes.
   * @returns ms from the last chunk, which comes with Stop, until the note is queued
   */
  async voiceNote(chunks: number, chunkBytes: number): Promise<number> {
    const note = await beginVoiceNote(db, browserPorts, MIME_TYPE);
    for (let second = 1; second < chunks; second += 1) {
      await note.append(noise(chunkBytes), second * 1000);
    }
    const last = noise(chunkBytes);
    const stopped = performance.now();
    await note.append(last, chunks * 1000);
    await note.seal();
    return performance.now() - stopped;
  },

  /** @returns ms until a photo of `size` bytes is queued */
  async photo(size: number): Promise<number> {
    const bytes = noise(size);
    const begun = performance.now();
    const capturedAt = Date.now();
    await queuePhoto(db, browserPorts, { bytes, width: 1280, height: 960, capturedAt, note: "" });
    return performance.now() - begun;
  },

  /** @returns ms until a typed question is queued */
  async question(text: string): Promise<number> {
    const begun = performance.now();
    const conversation = crypto.randomUUID();
    await askQuestion(db, browserPorts, { agent: "label", conversation, text });
    return performance.now() - begun;
  },

  /** @returns ms until `size` bytes are in IndexedDB, written by nothing but IndexedDB */
  async rawWrite(size: number, durability: IDBTransactionDurability): Promise<number> {
    const store = rawStores.get(durability) ?? (await openRawStore(durability));
    rawStores.set(durability, store);
    const bytes = noise(size);
    const begun = performance.now();
    await store.put(bytes);
    return performance.now() - begun;
  },

  /**
   * @returns ms until a question is in a queue with the same indexes, written by nothing but
   * IndexedDB, or by Dexie
   */
  async bareQuestion(text: string, by: keyof typeof queues): Promise<number> {
    const opening = openQueues.get(by) ?? queues[by]();
    openQueues.set(by, opening);
    const queue = await opening;
    const begun = performance.now();
    const conversation = crypto.randomUUID();
    await queue.add({
      id: crypto.randomUUID(),
      lane: laneOfQuestions("label", conversation),
      ...{ capturedAt: Date.now(), size: new TextEncoder().encode(text).length, place: 1 },
      payload: { kind: "question", agent: "label", conversation, text, spoken: null },
      ...{ state: "queued", attempts: 0, due: 0, reason: null, steps: {} },
    });
    return performance.now() - begun;
  },

  /** Stores waiting voice notes in one transaction. */
  fill: (count: number, bytes: number) => fillOutbox(db, count, bytes),

  /**
   * Starts to sync, as the app does when it opens. @returns the time of it, epoch ms with fractions
   */
  async open(server: string): Promise<number> {
    const backend = openBackend(
      { supabaseUrl: server, supabaseKey: "public", demo: false },
      deviceStore,
      "tab",
    );
    await deviceStore.setItem(`sb-${new URL(server).hostname.split(".")[0]}-auth-token`, session());
    const begun = now();
    startPageSync(db, backend, () => console.error("The session was refused"));
    return begun;
  },

  /** Tells the page that the network is back. @returns the time of it, epoch ms with fractions */
  wake(): number {
    const begun = now();
    window.dispatchEvent(new Event("online"));
    return begun;
  },

  /** Sends bodies without any queue. */
  fetchAll,
};
export type SpeedPage = typeof speedPage;

function session(): string {
  return JSON.stringify({
    access_token: "access",
    refresh_token: "refresh",
    token_type: "bearer",
    expires_in: 36_000,
    expires_at: Math.floor(Date.now() / 1000) + 36_000,
    user: { id: PERSON, email: "tech@example.test" },
  });
}

function noise(size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  }
  return bytes.buffer;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

Object.assign(globalThis, { speedPage });
