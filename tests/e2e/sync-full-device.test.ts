// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { ask, questionBox } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { stackForEachTest, untilToast } from "../support/e2e/pages.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const FULL = "This device is out of space";
const QUESTION = "What does K17 mean on the Kestrel 900?";

const stack = stackForEachTest();

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

/**
 * Waits until a page reported, after the first `before` console messages, that its device failed.
 */
async function untilDeviceFailed(browser: ChromiumProcess, before: number): Promise<void> {
  await expect
    .poll(() => browser.consoleTrouble.slice(before).join())
    .toContain("The device failed");
}

/** The bytes that an origin may store while there is room: many times what a test leaves. */
const ROOM = 16 * 1024 * 1024;

/**
 * Controls the disk space of an origin; at first there is room. Chromium remembers for half a
 * minute how many bytes an origin may still write, and checks again only when a write needs more
 * (seen in version 156). So the write that fills the disk must ask for more than the remembered
 * value can be.
 * @param page must show the origin when the disk is filled, but not before this function resolves:
 * otherwise Chromium would remember all the free space of the machine for it
 */
async function diskOf(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const limit = async (quotaSize: number) => {
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  };
  const empty = () => limit(ROOM);
  await empty();
  return {
    /** Makes room again: the next write succeeds. */
    empty,
    /** Uses up the space. Once it resolves, no database of the origin can store another byte. */
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
