import Dexie from "dexie";
import { expect } from "vitest";
import { idsOf, readUnsentWork } from "#mirror/device/unsent-work.ts";
import { shownItem } from "#mirror/person/outbox/read-item.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { readPhoto } from "#mirror/person/photos.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { askQuestion } from "#outbox/questions.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import type { Context, Device } from "./device.ts";
import { drained } from "./waiting.ts";

const ASK = { agent: "ask", conversation: "ask" } as const;

async function beginDraft({ db, ports }: Context): Promise<string> {
  const draft = await beginRecording(db, ports, "audio/webm");
  await draft.append(Uint8Array.of(4).buffer, 300);
  await draft.leave();
  return draft.id;
}

/** Makes one item of each kind, and leaves a recording unfinished. @returns the ids */
export async function makeEverything(
  device: Device,
): Promise<Record<"note" | "photo" | "first" | "second" | "draft", string>> {
  const before = device.open();
  const { db, ports } = before;
  const note = await beginRecording(db, ports, "audio/webm");
  await note.append(Uint8Array.of(1, 2).buffer, 500);
  await note.append(Uint8Array.of(3).buffer, 900);
  await note.seal();
  const bytes = Uint8Array.of(9, 9).buffer;
  const photo = { bytes, width: 1, height: 1, capturedAt: 1, note: "Leaks" };
  const made = {
    note: note.id,
    photo: await queuePhoto(db, ports, photo),
    first: await askQuestion(db, ports, { ...ASK, text: "First?" }),
    second: await askQuestion(db, ports, { ...ASK, text: "Second?" }),
    draft: await beginDraft(before),
  };
  before.close();
  return made;
}

/** The same with fewer items, for tests that repeat it a hundred times. */
export async function makeSome(
  device: Device,
): Promise<Record<"note" | "first" | "draft", string>> {
  const before = device.open();
  const made = {
    note: await device.record(before),
    first: await askQuestion(before.db, before.ports, { ...ASK, text: "First?" }),
    draft: await beginDraft(before),
  };
  before.close();
  return made;
}

/** The ids of a database's unsent items, whose bytes it checks; empty when there is no database. */
export async function unsentIn(personId: string): Promise<string[]> {
  if (!(await Dexie.exists(`field-agents-${personId}`))) return [];
  const db = new PersonDatabase(personId);
  const work = await readUnsentWork(db);
  for (const { id, size, payload } of work.items.map(shownItem)) {
    if (payload.kind === "photo") expect((await readPhoto(db, id))?.bytes.byteLength).toBe(size);
    if (payload.kind !== "voice") continue;
    const chunks = await readRecordingBytes(db, id);
    expect(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)).toBe(size);
  }
  db.close();
  return idsOf(work);
}

/** How many times functions were called for an item. */
function callsFor(device: Device, id: string): number {
  return device.server.requests.filter(({ kind, key }) => kind === "function" && key === id).length;
}

/**
 * Checks that everything except the draft arrived once under the present account, that the draft is
 * there too, and that the earlier account's database is gone.
 */
export async function expectAllOnce(
  device: Device,
  now: Context,
  { from, to }: { from: string; to: string },
  made: Record<string, string>,
): Promise<void> {
  const sent = Object.values(made).filter((id) => id !== made.draft);
  await drained(now);
  const rows = [...device.server.logs.values()];
  expect(rows.map(({ id }) => id).sort()).toEqual([...sent].sort());
  expect(rows.every(({ user_id }) => user_id === to)).toBe(true);
  for (const id of sent) expect(callsFor(device, id)).toBe(1);
  expect(await unsentIn(to)).toEqual([made.draft]);
  expect(await now.db.takenOver.count()).toBe(0);
  expect(await Dexie.exists(`field-agents-${from}`)).toBe(false);
}
