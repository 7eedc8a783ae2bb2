import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { sendAll, sendUntil, untilState } from "#tests/support/sync/waiting.ts";
import { readHistory } from "../mirror/person/agent-logs.ts";
import { readResult } from "../mirror/person/outbox/item-status.ts";
import { discardItem, waitingItems } from "../mirror/person/outbox/outbox.ts";
import { PHOTOS_KEPT } from "../mirror/person/outbox/settle-and-claim.ts";
import { readPhoto } from "../mirror/person/photos.ts";
import { queuePhoto } from "./queue-photo.ts";

const BYTES = new Uint8Array(70_000).map((_, index) => (index * 31) % 251).buffer;

function snap(note = "", capturedAt = tab.clock.now()): Promise<string> {
  const photo = { bytes: BYTES, width: 1600, height: 1200, capturedAt, note };
  return queuePhoto(tab.db, tab.ports, photo);
}

/** The hash of the body that the server has to receive, computed without the app's code. */
function hashOfBody(note?: string): string {
  const image = `data:image/jpeg;base64,${Buffer.from(BYTES).toString("base64")}`;
  return createHash("sha256").update(JSON.stringify({ image, note })).digest("hex");
}

it("a saved photo arrives once and complete; reply, history row and removal appear together", async () => {
  const id = await snap("  Hums, then trips ");
  await sendAll(tab);
  expect(device.server.providerCalls).toEqual([id]);
  expect(device.server.receivedHashes.get(id)).toBe(hashOfBody("Hums, then trips"));
  expect([...device.server.logs.keys()]).toEqual([id]);
  const [entry] = await readHistory(tab.db, "snap");
  expect(entry).toMatchObject({
    id,
    agent_type: "snap",
    input_type: "image",
    input_data: "Hums, then trips",
    output_summary: `Analysis of ${id}`,
  });
  expect((await readResult(tab.db, id))?.reply).toEqual({ analysis: `Analysis of ${id}` });
  // It stays on the device for the history.
  const kept = await readPhoto(tab.db, id);
  expect(new Uint8Array(kept?.bytes ?? [])).toEqual(new Uint8Array(BYTES));
});

it("a saved photo is sent without a note when its person wrote none", async () => {
  const id = await snap("   ");
  await sendAll(tab);
  expect(device.server.receivedHashes.get(id)).toBe(hashOfBody());
  expect(device.server.logs.get(id)).toMatchObject({ input_data: null });
});

it("a saved photo does not wait for another photo that is refused", async () => {
  const refused = await snap();
  device.server.fate = ({ key, kind }) =>
    kind === "function" && key === refused ? { status: 413, code: "too_large" } : "answer";
  const next = await snap();
  await sendUntil(tab, refused, "needs-attention");
  await untilState(tab, next, undefined);
  expect(device.server.providerCalls).toEqual([next]);
  expect(await readPhoto(tab.db, refused)).toBeDefined();
  await discardItem(tab.db, refused);
  expect(await waitingItems(tab.db)).toEqual([]);
  expect(await readPhoto(tab.db, refused)).toBeUndefined();
});

it("a photo and its item are stored together or not at all", async () => {
  const fail = () => {
    throw new Error("no room");
  };
  tab.db.outbox.hook("creating", fail);
  await expect(snap()).rejects.toThrow();
  expect(await tab.db.photos.count()).toBe(0);
  tab.db.outbox.hook("creating").unsubscribe(fail);
  const id = await snap();
  expect(await readPhoto(tab.db, id)).toBeDefined();
});

it("the newest arrived photos and all waiting photos are kept", async () => {
  const start = tab.clock.now();
  device.server.fate = ({ kind }) =>
    kind === "function" ? { status: 413, code: "too_large" } : "answer";
  const waiting = await snap("", start - 1_000_000);
  await sendUntil(tab, waiting, "needs-attention");
  const arrived = Array.from({ length: PHOTOS_KEPT }, (_, index) => ({
    id: tab.ports.newId(),
    bytes: new ArrayBuffer(1),
    width: 1,
    height: 1,
    capturedAt: start - 1000 + index,
  }));
  await tab.db.photos.bulkAdd(arrived);

  device.server.fate = () => "answer";
  const newest = await snap("", start);
  const expected = [waiting, ...arrived.slice(1).map(({ id }) => id), newest];
  // Waits until everything that could be sent was sent.
  await vi.waitFor(async () => {
    const kept = await tab.db.photos.toCollection().primaryKeys();
    expect(new Set(kept)).toEqual(new Set(expected));
  });
});
