import type { Table } from "dexie";
import { beforeEach, expect, it } from "vitest";
import { queuePhoto } from "#outbox/photos.ts";
import { askQuestion } from "#outbox/questions.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import type { Context } from "#tests/support/sync/device.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained } from "#tests/support/sync/waiting.ts";
import { waitingItems } from "../outbox/outbox.ts";

const FORMAT = "audio/webm;codecs=opus";

/** Starts each test with one kept recording that arrived. */
beforeEach(async () => {
  await device.record(tab);
  await tab.engine.drainOnce();
  expect(await tab.db.keptAudio.count()).toBe(1);
});

/** From now on, writes to a table fail until kept audio was deleted. */
function fill(table: (db: Context["db"]) => Table<unknown, never>): void {
  let full = true;
  table(tab.db).hook("creating", () => {
    if (full) throw new DOMException("The device is full", "QuotaExceededError");
  });
  tab.db.keptAudio.hook("deleting", () => {
    full = false;
  });
}

const record = () => device.record(tab);
const ask = () =>
  askQuestion(tab.db, tab.ports, { agent: "ask", conversation: "ask", text: "Why?" });
const PHOTO = { bytes: new ArrayBuffer(9), width: 4, height: 3, capturedAt: 0, note: "" };

it.each<[string, (db: Context["db"]) => unknown, () => Promise<unknown>]>([
  ["a new recording", (db) => db.recordings, record],
  ["a chunk", (db) => db.recordingChunks, record],
  ["a sealed recording", (db) => db.outbox, record],
  ["a question", (db) => db.outbox, ask],
  ["a photo", (db) => db.photos, () => queuePhoto(tab.db, tab.ports, PHOTO)],
])(
  "%s for which there is no room replaces the audio of an arrived recording",
  async (_, table, make) => {
    fill(table as never);
    await make();
    expect(await waitingItems(tab.db)).toHaveLength(1);
    expect(await tab.db.keptAudio.count()).toBe(0);
  },
);

it("an arrival without room at once replaces the audio of an arrived recording", async () => {
  const note = await beginVoiceNote(tab.db, tab.ports, FORMAT);
  await note.append(new ArrayBuffer(10), 1000);
  await note.seal();
  fill((db) => db.results as never);
  tab.engine.start();
  await drained(tab);
  expect(await tab.db.keptAudio.toCollection().primaryKeys()).toEqual([note.id]);
  expect(device.server.logs.size).toBe(2);
});
