// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { forgetTraces } from "../support/e2e/agent-traces.ts";
import { ask, questionBox } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import {
  recordNote,
  signInAs,
  syncStatus,
  untilInstalled,
  untilTimer,
} from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const FULL = "This device is out of space";
const QUESTION = "What does K17 mean on the Kestrel 900?";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("a full device keeps what it has, says what it could not keep, and sends everything once there is room", async () => {
  const { network, provider } = stack;
  const browser = await stack.browser();
  const page = await browser.newPage();
  const disk = await diskOf(page, network.url);
  await signInAs(page, network.url, stack.technician);
  await untilInstalled(page);
  network.cut();
  await leaveWaiting(page, network.url, await stack.userId(stack.technician), ["voice"]);

  await page.reload();
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, 3);
  const stopped = "The recording stopped. What was captured until then is kept.";
  // The recording may find the disk full before it is known here that it is.
  await Promise.all([untilToast(page, "alert", FULL, stopped), disk.fill()]);
  const snap = await browser.newPage();
  await snap.goto(`${network.url}/snap-agent`);
  await AGENT_PAGES.snap.prepare(snap);
  await AGENT_PAGES.snap.send(snap);
  await untilToast(
    snap,
    "alert",
    FULL,
    "The photo could not be saved. Free some space and try again.",
  );
  const chat = await browser.newPage();
  await chat.goto(`${network.url}/ask-agent`);
  await ask(chat, QUESTION);
  await untilToast(
    chat,
    "alert",
    "Error",
    "It could not be saved. Free some space on this device and try again.",
  );
  expect(await questionBox(chat).inputValue()).toBe(QUESTION);
  // There is a network, but no room to record what is sent.
  network.restore();
  const untried = browser.consoleTrouble.length;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await untilDeviceFailed(browser, untried);
  expect(await stack.rows("agent_logs")).toEqual([]);
  await syncStatus(page, "1 waiting to send").waitFor();

  // The device becomes full again between the request and its answer.
  provider.respondWith({ to: "transcription", do: "hold" });
  await disk.empty();
  await provider.called(1, "transcription");
  await disk.fill();
  const unanswered = browser.consoleTrouble.length;
  provider.release();
  await expect.poll(() => stack.rows("detailed_agent_logs", "status=eq.success")).toHaveLength(1);
  // The status is the same before the answer comes, so the test first waits until the answer could
  // not be stored.
  await untilDeviceFailed(browser, unanswered);
  await syncStatus(page, "1 waiting to send").waitFor();
  await disk.empty();
  await syncStatus(page, "1 unfinished recording").waitFor();

  await page.getByRole("button", { name: /^Keep/ }).click();
  await AGENT_PAGES.snap.send(snap);
  await questionBox(chat).press("Enter");
  await expect.poll(() => stack.rows("agent_logs")).toHaveLength(4);
  await syncStatus(page, "Everything sent").waitFor();
  const arrived = await stack.rows("agent_logs");
  await expectEachOnce(
    stack,
    arrived.map(({ id }) => String(id)),
  );
  const [, kept, ...more] = provider.callsTo("transcription");
  expect(more).toEqual([]);
  expect(await decodedSeconds(page, kept?.file.bytes ?? new Uint8Array())).toBeGreaterThan(1);
});

it("on a device full of sent recordings, a new recording goes on: the oldest ones are deleted", async () => {
  const { network } = stack;
  await forgetTraces(stack);
  stack.provider.reset();
  const browser = await stack.browser("full of recordings");
  const page = await browser.newPage();
  await diskOf(page, network.url);
  await signInAs(page, network.url, stack.technician);
  await untilInstalled(page);
  const technician = await stack.userId(stack.technician);
  network.cut();
  await page.goto(`${network.url}/voice-agent`);
  await syncStatus(page, "Everything sent").waitFor();
  const full = await page.evaluate(fillWithAudio, `field-agents-${technician}`);
  expect(full.end).toBe("QuotaExceededError");

  // The page reports nothing, and the new recording is complete.
  await recordNote(page, 4);
  await syncStatus(page, "1 waiting to send").waitFor();
  const left = await page.evaluate(idsOfAudio, `field-agents-${technician}`);
  expect(left.kept.length).toBeLessThan(full.ids.length);
  expect(left.kept.length).toBeGreaterThan(full.ids.length / 2);
  // The oldest recording, in which no speech was recognised, stays; of the others, the oldest are
  // gone.
  const gone = full.ids.length - left.kept.length;
  expect(left.kept).toEqual([full.ids[0], ...full.ids.slice(gone + 1)]);
  // The one recording that is not kept audio is the one that waits.
  expect(left.recorded.filter((id) => !left.kept.includes(id))).toHaveLength(1);
  expect(browser.consoleTrouble.filter((line) => !line.includes("ERR_"))).toEqual([]);

  network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await syncStatus(page, "Everything sent").waitFor();
  const [call] = stack.provider.callsTo("transcription");
  expect(await decodedSeconds(page, call?.file.bytes ?? new Uint8Array())).toBeGreaterThan(3.5);
});

/**
 * Runs in the browser: stores long recordings, then shorter and shorter ones, until there is no
 * room for a second of sound. The oldest is one in which no speech was recognised.
 */
async function fillWithAudio(name: string): Promise<{ ids: string[]; end: string }> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  function add(id: string, size: number): Promise<string> {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 65_536)
      crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    return new Promise((resolve) => {
      const writing = db.transaction(["keptAudio", "recordingChunks"], "readwrite");
      writing.objectStore("keptAudio").add({
        id,
        mimeType: "audio/webm;codecs=opus",
        durationMs: 240_000,
        size,
        capturedAt: ids.length,
        arrivedAt: Date.now() + ids.length,
        empty: ids.length === 0,
        packed: 1,
        sentAgainAs: null,
      });
      writing.objectStore("recordingChunks").add({ recordingId: id, seq: 0, bytes: bytes.buffer });
      writing.oncomplete = () => resolve("stored");
      writing.onabort = () => resolve(String(writing.error?.name));
    });
  }
  const ids: string[] = [];
  let end = "stored";
  for (const size of [500_000, 100_000, 4_000]) {
    for (end = "stored"; end === "stored" && ids.length < 1000; ) {
      const id = `recording ${String(ids.length).padStart(3, "0")}`;
      end = await add(id, size);
      if (end === "stored") ids.push(id);
    }
  }
  db.close();
  return { ids, end };
}

/** Runs in the browser: the ids of the kept recordings, and of all recordings that have bytes. */
async function idsOfAudio(name: string): Promise<{ kept: string[]; recorded: string[] }> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const keysOf = (store: string) =>
    new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = db.transaction(store).objectStore(store).getAllKeys();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const [kept, chunks] = [await keysOf("keptAudio"), await keysOf("recordingChunks")];
  db.close();
  const recorded = new Set(chunks.map((key) => String((key as IDBValidKey[])[0])));
  return { kept: kept.map(String), recorded: [...recorded] };
}

/**
 * Waits until a page reported, after the first `before` console messages, that its device failed.
 */
async function untilDeviceFailed(browser: ChromiumProcess, before: number): Promise<void> {
  await expect
    .poll(() => browser.consoleTrouble.slice(before).join())
    .toContain("The device failed");
}

/**
 * The bytes that an origin may store while there is room: many times what a test leaves on the
 * device.
 */
const ROOM = 16 * 1024 * 1024;

/** The disk space of a device that one origin may use. */
interface DeviceDisk {
  /** Uses up the space. Once it resolves, no database of the origin can store another byte. */
  fill(): Promise<void>;
  /** Makes room again: the next write succeeds. */
  empty(): Promise<void>;
}

/**
 * Controls the disk space of an origin; at first there is room. Chromium remembers for half a
 * minute how many bytes an origin may still write, and checks again only when a write needs more
 * (seen in version 156). So the write that fills the disk must ask for more than the remembered
 * value can be.
 * @param page must show the origin when the disk is filled, but not before this function resolves:
 * otherwise Chromium would remember all the free space of the machine for it
 */
async function diskOf(page: Page, origin: string): Promise<DeviceDisk> {
  const session = await page.context().newCDPSession(page);
  const limit = async (quotaSize: number) => {
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  };
  const empty = () => limit(ROOM);
  await empty();
  return {
    empty,
    async fill() {
      await limit(1);
      const end = await page.evaluate(store, ROOM);
      if (end !== "QuotaExceededError") throw new Error(`The disk is not full: ${end}`);
    },
  };
}

/** Runs in the page: stores that many bytes. @returns "stored", or the name of the error */
function store(bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("disk");
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const writing = db.transaction("files", "readwrite");
      const end = (how: string) => {
        db.close();
        resolve(how);
      };
      writing.oncomplete = () => end("stored");
      writing.onabort = () => end(String(writing.error?.name));
      // A blob, because Chromium counts other values by their compressed size.
      writing.objectStore("files").put(new Blob([new Uint8Array(bytes)]), 1);
    };
  });
}
