import { beforeEach, expect, it } from "vitest";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { makingRoom } from "./make-room.ts";

const SIZE = 1000;

let attempts: number;
beforeEach(() => {
  attempts = 0;
});

/** Adds recordings that arrived in this order; in those with brackets no speech was recognised. */
async function keep(...names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    await db.recordingChunks.add({ recordingId: name, seq: 0, bytes: new ArrayBuffer(SIZE) });
    await db.keptAudio.add({
      id: name,
      mimeType: "audio/webm",
      durationMs: 1000,
      size: SIZE,
      capturedAt: index,
      arrivedAt: index,
      empty: name.startsWith("("),
      packed: 1,
      sentAgainAs: null,
    });
  }
}

/** A write that fails until at most `recordings` recordings are left. */
async function writeBesides(recordings: number): Promise<string> {
  attempts += 1;
  if ((await db.recordingChunks.count()) <= recordings) return "written";
  // As Dexie reports it from a transaction that was aborted at its commit.
  throw Object.assign(new Error("aborted"), { inner: new DOMException("", "QuotaExceededError") });
}

async function left(): Promise<string[]> {
  const rows = await db.keptAudio.toCollection().primaryKeys();
  const chunks = await db.recordingChunks.toCollection().primaryKeys();
  expect(chunks.map(([id]) => id).sort()).toEqual([...rows].sort());
  return rows.sort();
}

it("making room deletes the oldest audio first, and no more than needed", async () => {
  await keep("a", "(b)", "c", "d", "e", "f", "g");
  expect(await makingRoom(db, () => writeBesides(7))).toBe("written");
  expect(await left()).toHaveLength(7);
  expect(await makingRoom(db, () => writeBesides(6))).toBe("written");
  expect(await left()).toEqual(["(b)", "c", "d", "e", "f", "g"]);
  expect(await makingRoom(db, () => writeBesides(3))).toBe("written");
  expect(await left()).toEqual(["(b)", "f", "g"]);
});

it("making room never deletes unsent audio or audio without recognised speech", async () => {
  await keep("a", "(b)", "c", "(d)", "e");
  await db.recordingChunks.add({ recordingId: "waits", seq: 0, bytes: new ArrayBuffer(SIZE) });
  await expect(makingRoom(db, () => writeBesides(2))).rejects.toSatisfy(isOutOfSpace);
  await db.recordingChunks.delete(["waits", 0]);
  expect(await left()).toEqual(["(b)", "(d)"]);
  expect(attempts).toBe(3);
});

it("making room deletes nothing when the write fails for another reason", async () => {
  await keep("a");
  const failure = new Error("lost");
  await expect(makingRoom(db, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await left()).toEqual(["a"]);
});
