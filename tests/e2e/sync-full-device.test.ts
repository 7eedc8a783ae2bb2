import { afterAll, beforeAll, expect, it } from "vitest";
import { AGENT_PAGES } from "../support/e2e/agent-pages.ts";
import { ask, questionBox } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { diskOf } from "../support/e2e/device-disk.ts";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const FULL = "This device is out of space";
const QUESTION = "What does K17 mean on the Kestrel 900?";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("a full device keeps what it has, says what it could not keep, and sends all once there is room", async () => {
  const { network, provider } = stack;
  const browser = await stack.browser();
  const page = await browser.newPage();
  const disk = await diskOf(page, network.url);
  await signInAs(page, network.url, TECHNICIAN);
  await untilInstalled(page);
  network.cut();
  await leaveWaiting(page, network.url, await stack.userId(TECHNICIAN), ["voice"]);

  await page.reload();
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, 3);
  await disk.fill();
  await untilToast(
    page,
    "alert",
    FULL,
    "The recording stopped. What was captured until then is kept.",
  );
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
  // There is a network, and no room to note what is sent.
  network.restore();
  const untried = browser.consoleTrouble.length;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await untilDeviceFailed(browser, untried);
  expect(await stack.rows("agent_logs")).toEqual([]);
  await syncStatus(page, "1 waiting to send").waitFor();

  // Full again between the request and its answer.
  provider.respondWith({ to: "transcription", do: "hold" });
  await disk.empty();
  await provider.called(1, "transcription");
  await disk.fill();
  const unanswered = browser.consoleTrouble.length;
  provider.release();
  await expect.poll(() => stack.rows("detailed_agent_logs", "status=eq.success")).toHaveLength(1);
  // The same is shown before the answer is there: what counts is what is shown once it was not kept.
  await untilDeviceFailed(browser, unanswered);
  await syncStatus(page, "1 waiting to send").waitFor();
  await disk.empty();
  await syncStatus(page, "Everything sent").waitFor();

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

/** Waits until a page said, after the first so many troubles, that its device failed. */
async function untilDeviceFailed(browser: ChromiumProcess, before: number): Promise<void> {
  await expect
    .poll(() => browser.consoleTrouble.slice(before).join())
    .toContain("The device failed");
}
