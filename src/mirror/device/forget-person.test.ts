import Dexie from "dexie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askQuestion } from "#outbox/questions.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { Device } from "#tests/support/sync/device.ts";
import { discardFormerWork } from "./forget-person.ts";
import { withPersonDatabase } from "./seen-people.ts";
import { listUnsentIds, readUnsentWork } from "./unsent-work.ts";

let device: Device;

beforeEach(() => {
  vi.stubGlobal("caches", { keys: async () => [] });
  device = new Device();
});
afterEach(() => device.close());

const discard = (ids: readonly string[]) => discardFormerWork(device, device.server.personId, ids);
const exists = () => Dexie.exists(`field-agents-${device.server.personId}`);
/** The ids of what the account has on the device and not on the server. */
async function unsent(): Promise<string[]> {
  const work = await withPersonDatabase(device.server.personId, readUnsentWork);
  return work === null ? [] : listUnsentIds(work);
}

it("discarding the work of a deleted account deletes only what the person agreed to lose; items made meanwhile stay", async () => {
  const before = device.open();
  const { db, ports } = before;
  const bytes = Uint8Array.of(9, 9).buffer;
  const items = [
    await device.record(before),
    await queuePhoto(db, ports, { bytes, width: 1, height: 1, capturedAt: 1, note: "Leaks" }),
    await askQuestion(db, ports, { agent: "ask", conversation: "ask", text: "First?" }),
  ];
  const draft = await beginRecording(db, ports, "audio/webm");
  await draft.append(Uint8Array.of(4).buffer, 300);
  await draft.leave();
  before.close();
  expect(await unsent()).toEqual([...items.sort(), draft.id]);
  await discard(items);
  expect(await unsent()).toEqual([draft.id]);
  await discard([draft.id]);
  expect(await exists()).toBe(false);
});

it("discarding the work of a deleted account keeps a recording that a page of it is still making", async () => {
  const before = device.open();
  const sealed = await device.record(before);
  const note = await beginRecording(before.db, before.ports, "audio/webm");
  await discard([sealed]);
  // Its database still exists, and later chunks are stored.
  await note.append(Uint8Array.of(2).buffer, 900);
  await note.seal();
  expect(await unsent()).toEqual([note.id]);
  before.close();
});

it("discarding the last work of a deleted account deletes what that person chose, and nothing of others", async () => {
  const stored = Object.create({
    removeItem: (key: string) => Reflect.deleteProperty(stored, key),
  });
  const own = `chosenJob-${device.server.personId}`;
  Object.assign(stored, { theme: "dark", "chosenJob-other": "{}", [own]: "{}" });
  vi.stubGlobal("localStorage", stored);
  await discard([]);
  expect(Object.keys(stored)).toEqual(["theme", "chosenJob-other"]);
});
