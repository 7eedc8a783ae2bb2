import { afterEach, beforeEach, expect, it } from "vitest";
import { readItem } from "#mirror/person/outbox/outbox.ts";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import { type Context, Device } from "#tests/support/sync/device.ts";
import { createReadAhead } from "./read-ahead.ts";

type Item = Exclude<WaitingItem, { payload: { kind: "unreadable" } }>;

let device: Device;
let tab: Context;

beforeEach(() => {
  device = new Device();
  tab = device.open();
});

afterEach(() => {
  device.close();
});

async function recorded(bytes: number): Promise<Item> {
  const item = await readItem(tab.db, await device.record(tab, bytes));
  return item as Item;
}

/** How many bytes of a recording are sent after its chunks were deleted: those read ahead. */
async function bytesReadAhead(
  item: Item,
  readAhead: ReturnType<typeof createReadAhead>,
): Promise<number> {
  // Behind the reading in the queue of the database.
  await tab.db.recordingChunks.clear();
  const { chunks } = await readAhead.contentOf(item)();
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}

it("the bytes of the next items are read before they are asked for", async () => {
  const readAhead = createReadAhead(tab.db);
  const item = await recorded(1000);
  readAhead.expect([item]);
  expect(await bytesReadAhead(item, readAhead)).toBe(1000);
});

it("what was read of an item that has changed since is read again", async () => {
  const readAhead = createReadAhead(tab.db);
  const item = await recorded(1000);
  readAhead.expect([item]);
  expect(await bytesReadAhead({ ...item, size: 2000 }, readAhead)).toBe(0);
});

it("what does not come next any more is forgotten", async () => {
  const readAhead = createReadAhead(tab.db);
  const [first, second] = [await recorded(1000), await recorded(1000)];
  readAhead.expect([first]);
  readAhead.expect([second]);
  expect(await bytesReadAhead(first, readAhead)).toBe(0);
});

it("a large recording is not held in memory before it is sent", async () => {
  const readAhead = createReadAhead(tab.db);
  const item = await recorded(1_000_001);
  readAhead.expect([item]);
  expect(await bytesReadAhead(item, readAhead)).toBe(0);
});
