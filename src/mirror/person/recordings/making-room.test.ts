import { beforeEach, expect, it } from "vitest";
import { askQuestion } from "#outbox/questions.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { sendAll } from "#tests/support/sync/waiting.ts";
import { waitingItems } from "../outbox/outbox.ts";

/** Starts each test with one kept recording that arrived. */
beforeEach(async () => {
  await device.record(tab);
  await tab.engine.drainOnce();
  expect(await tab.db.keptAudio.count()).toBe(1);
});

/** From now on, writes to a table fail until kept audio was deleted. */
function fill(table: string): void {
  let full = true;
  tab.db.table(table).hook("creating", () => {
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

it.each([
  ["a new recording", "recordings", record],
  ["a chunk", "recordingChunks", record],
  ["a sealed recording", "outbox", record],
  ["a question", "outbox", ask],
  ["a photo", "photos", () => queuePhoto(tab.db, tab.ports, PHOTO)],
])(
  "%s for which there is no room replaces the audio of an arrived recording",
  async (_, table, make) => {
    fill(table);
    await make();
    expect(await waitingItems(tab.db)).toHaveLength(1);
    expect(await tab.db.keptAudio.count()).toBe(0);
  },
);

it("an arrival without room at once replaces the audio of an arrived recording", async () => {
  const id = await record();
  fill("results");
  await sendAll(tab);
  expect(await tab.db.keptAudio.toCollection().primaryKeys()).toEqual([id]);
  expect(device.server.logs.size).toBe(2);
});
