// @module-tag rest

import { createHash } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { openQueue, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { recordNote, syncStatus } from "../support/e2e/voice-pages.ts";
import { expectEachOnce } from "../support/e2e/waiting-items.ts";
import {
  putDatabase,
  readStored,
  rowsOf,
  type StoredDatabase,
  untilLetGo,
} from "./stored-database.ts";

const stack = stackForTests({ ownBackend: true });
let technician: string;
let browser: ChromiumProcess;

beforeAll(async () => {
  technician = await stack.userId(stack.technician);
  const page = await signedIn(stack, stack.technician, { isInstalled: true });
  browser = stack.browserOf(page);
  await page.close();
});
beforeEach(() => stack.provider.reset());

/** A tab at the app's origin that does not run the app. */
async function bareTab(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/robots.txt`);
  return page;
}

/** SHA-256 of those recordings in a fixture that have bytes, by id. */
function hashesOf(database: StoredDatabase, store: "recordings" | "keptAudio") {
  const hashes = rowsOf(database, store).flatMap(({ id }) => {
    const chunks = rowsOf(database, "recordingChunks").filter((row) => row.recordingId === id);
    if (chunks.length === 0) return [];
    const hash = createHash("sha256");
    for (const { bytes } of chunks) {
      hash.update(Buffer.from((bytes as { base64: string }).base64, "base64"));
    }
    return [[String(id), hash.digest("hex")] as const];
  });
  return Object.fromEntries(hashes);
}

/** Writes to the server the rows that the recorded steps of waiting items say it has already. */
async function putSaidOnServer(database: StoredDatabase): Promise<void> {
  for (const { payload, steps } of rowsOf(database, "outbox")) {
    const { agent } = payload as { agent?: string };
    for (const [step, reply] of Object.entries(steps as object)) {
      if (!step.startsWith("say ")) continue;
      const table = `${agent}_agent_conversations`;
      await stack.write("POST", table, reply);
    }
  }
}

it.each([
  { person: 1, device: 1, transcribed: 2 },
  { person: 2, device: 1, transcribed: 2 },
  { person: 4, device: 2, transcribed: 3 },
  { person: 5, device: 2, transcribed: 3 },
  { person: 7, device: 2, transcribed: 3 },
])(
  "waiting items in version $person of a person's database arrive once, with a tab of that version open",
  async ({ person, device, transcribed }) => {
    const kept = readStored(`person-${person}`, technician);
    const old = await bareTab();
    await putDatabase(old, readStored(`device-${device}`, technician), "values");
    await putDatabase(old, kept);
    await putSaidOnServer(kept);
    const items = rowsOf(kept, "outbox");
    const drafts = rowsOf(kept, "recordings").filter(({ state }) => state === "recording");
    const refused = items.filter(({ state }) => state === "needs-attention");

    const page = await browser.newPage();
    await page.goto(`${stack.network.url}/voice-agent`);
    await untilLetGo(old, kept);
    for (const _ of drafts) await page.getByRole("button", { name: /^Keep/ }).click();
    if (refused.length > 0) {
      await syncStatus(page, `${refused.length} waiting to send`).waitFor();
      const queue = await openQueue(page);
      await queue.getByText("You have no access to this agent. Ask your administrator.").waitFor();
      await queue.getByRole("button", { name: /^Retry/ }).click();
      await page.keyboard.press("Escape");
    }
    await syncStatus(page, "Everything sent").waitFor();

    const ids = [...items, ...drafts].map(({ id }) => String(id));
    await expectEachOnce(stack, ids);
    const audio = stack.provider.callsTo("transcription").map(({ file }) => file.bytes.length);
    const recorded = rowsOf(kept, "recordings").map(({ size }) => Number(size));
    expect(audio.sort()).toEqual(recorded.sort());
    expect(audio).toHaveLength(transcribed);
    // Recordings that the device had kept before are unchanged, and those sent now are kept as
    // well.
    const storage = await deviceStorage(page, technician);
    const before = hashesOf(kept, "keptAudio");
    expect(storage?.keptAudio).toEqual(
      expect.arrayContaining(rowsOf(kept, "keptAudio").map((row) => expect.objectContaining(row))),
    );
    expect(storage?.keptAudio).toHaveLength(rowsOf(kept, "keptAudio").length + transcribed);
    expect(storage?.recordingHashes).toEqual({ ...before, ...hashesOf(kept, "recordings") });
    const leads = rowsOf(readStored(`device-${device}`, technician), "leads");
    await expect
      .poll(async () => (await stack.rows("contact_form_submissions")).map(({ id }) => id))
      .toEqual(leads.map(({ id }) => id));
    await old.close();
    await page.close();
  },
);

it("when a newer version upgrades the database, this version goes on, and keeps items it does not know", async () => {
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/voice-agent`);
  await syncStatus(page, "Everything sent").waitFor();
  const newer = await bareTab();
  const before = (await stack.rows("agent_logs")).map(({ id }) => id);
  stack.network.cut();
  await recordNote(page, 1);
  await syncStatus(page, "1 waiting to send").waitFor();

  // This tab stays open: it must close its connection, and go on with the upgraded database.
  await newer.evaluate(takeOver, {
    name: `field-agents-${technician}`,
    version: NEWER,
    item: SKETCH,
  });
  await recordNote(page, 1);
  await syncStatus(page, "3 waiting to send").waitFor();
  stack.network.restore();
  await syncStatus(page, "1 waiting to send").waitFor();
  const queue = await openQueue(page);
  await queue.getByText("Update the app to send this item.").waitFor();
  await queue.getByText("Made with a newer version of the app").waitFor();

  await page.goto(`${stack.network.url}/history`);
  await page.getByRole("list", { name: "Not sent yet" }).getByText("Update the app").waitFor();
  await syncStatus(page, "1 waiting to send").waitFor();
  const arrived = (await stack.rows("agent_logs")).map(({ id }) => id);
  expect(arrived).toHaveLength(before.length + 2);
  await expectEachOnce(
    stack,
    arrived.filter((id) => !before.includes(id)).map((id) => String(id)),
  );
  expect(stack.provider.callsTo("transcription")).toHaveLength(2);
  // The database was neither downgraded nor changed.
  const kept = await newer.evaluate(readBack, `field-agents-${technician}`);
  expect(kept).toEqual({
    version: NEWER,
    sketches: [{ id: SKETCH.id, strokes: [1, 2, 3] }],
    item: {
      ...{ ...SKETCH, state: "needs-attention", told: "needs-attention" },
      ...{ attempts: 1, due: null, reason: kept.item.reason },
    },
  });
});

/** Higher than every version that the app has had. */
const NEWER = 1000;

/** An item that a future version may store in the queue. */
const SKETCH = {
  id: "01a1fd80-1d45-7b23-8f0a-2f6d1c9b7e55",
  lane: "sketch:01a1fd80-1d45-7b23-8f0a-2f6d1c9b7e55",
  capturedAt: 1795253500000,
  size: 3,
  payload: { kind: "sketch", title: "Drain line" },
  state: "queued",
  attempts: 0,
  due: 0,
  reason: null,
  steps: {},
};

/** Runs in the browser: opens a database as a newer version, with its own store and item. */
async function takeOver({
  name,
  version,
  item,
}: {
  name: string;
  version: number;
  item: typeof SKETCH;
}): Promise<void> {
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      const sketches = opening.result.createObjectStore("sketches", { keyPath: "id" });
      sketches.add({ id: item.id, strokes: [1, 2, 3] });
      opening.transaction?.objectStore("outbox").add(item);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  connection.onversionchange = () => connection.close();
}

/** Runs in the browser: reads what is left of the newer version's store and item. */
async function readBack(name: string): Promise<{
  version: number;
  sketches: unknown[];
  item: { reason: unknown };
}> {
  function result<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
  const db = await result(indexedDB.open(name));
  const all = (store: string) => result(db.transaction(store).objectStore(store).getAll());
  const [sketches, [item]] = [await all("sketches"), await all("outbox")];
  db.close();
  return { version: db.version, sketches, item };
}
