// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Behaviour } from "../support/ai-provider/behaviour.ts";
import { rest, signIn } from "../support/backend.ts";
import {
  forgetTraces,
  openQueue,
  signedIn,
  untilPlaying,
  untilToast,
} from "../support/e2e/pages.ts";
import { PASSWORD, type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus } from "../support/e2e/voice-pages.ts";
import { headersOf, post } from "../support/running-backend.ts";

let stack: Stack;
let page: Page;

/** Opens the Voice page of a new device. */
async function openVoice(options: { isInstalled?: boolean } = {}): Promise<void> {
  page = await signedIn(stack, stack.technician, { device: randomUUID(), ...options });
  await page.goto(`${stack.network.url}/voice-agent`);
}

afterEach(async () => {
  await stack.browserOf(page).close();
  stack.network.passage = () => "pass";
  stack.network.restore();
  stack.network.passed.length = 0;
  await forgetTraces(stack);
});

describe("with a provider", () => {
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  it("a note that the provider fails is kept, said so in one toast, and sent by Retry", async () => {
    await openVoice();
    // The app tries again by itself, perhaps at once: until Retry is pressed, no attempt succeeds.
    const failures = Array.from({ length: 20 }, (): Behaviour => {
      return { to: "transcription", do: "status", status: 401 };
    });
    stack.provider.respondWith(...failures);
    await recordNote(page, 1);
    await untilToast(page, "alert", "Error", "Failed to process audio. Please try again.");
    await page.getByText(/^Saved on this device. It could not be sent yet/).waitFor();
    const queue = await openQueue(page);
    await queue.getByText(/^The AI provider gave no answer. It is kept on this device/).waitFor();
    stack.provider.reset();
    await queue.getByRole("button", { name: /^Retry/ }).click();
    await expect.poll(() => stack.rows("agent_logs")).toHaveLength(1);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("a recording that cannot go on says so, also where the code for its words cannot be loaded", async () => {
    // Also for the service worker, which would have it otherwise.
    stack.network.passage = (_, path) => (/under-recorder/.test(path) ? "lose-reply" : "pass");
    await openVoice();
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException("", "NotAllowedError"));
      navigator.mediaDevices.getUserMedia = refuse;
    });
    await page.getByRole("button", { name: "Start recording" }).click();
    const message = "What was captured is kept on this device.";
    await untilToast(page, "alert", "Recording is not running", message);
  });
});

describe("with a session that ends", () => {
  beforeAll(async () => {
    stack = await startStack({ env: { JWT_EXPIRY_SECONDS: "5" } });
  });
  afterAll(() => stack.stop());

  it("the app keeps the note, asks to sign in, and sends it after that", async () => {
    await openVoice({ isInstalled: true });
    stack.network.cut();
    await recordNote(page, 7);
    await syncStatus(page, "1 waiting to send").waitFor();
    await revokeSessions();
    stack.network.restore();
    await page.waitForURL("**/auth", { timeout: 90_000 });
    await page.getByText(/Your session has ended/).waitFor();
    expect(stack.provider.calls).toHaveLength(0);

    await signInAs(page, stack.network.url, stack.technician);
    await syncStatus(page, "Everything sent").waitFor({ timeout: 90_000 });
    expect(await stack.rows("agent_logs")).toHaveLength(1);
    expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  });
});

describe("without a provider", () => {
  beforeAll(async () => {
    stack = await startStack({ withProvider: false, ownBackend: true });
  });
  afterAll(() => stack.stop());

  it("the recording waits, playable, and is transcribed once there is one", async () => {
    await openVoice();
    await recordNote(page, 3);
    await page
      .getByText(/Waiting for transcription to be set up/)
      .first()
      .waitFor();
    await syncStatus(page, "1 waiting to send").click();
    const dialog = page.getByRole("dialog", { name: "Waiting to send" });
    await untilPlaying(page, () => dialog.getByRole("button", { name: /^Play/ }).click());
    expect(await stack.rows("detailed_agent_logs")).toEqual([
      expect.objectContaining({ status: "failed" }),
    ]);

    await stack.restart({ withProvider: true });
    // The recording may be sent by itself at this moment.
    const gone = dialog.getByText("Everything you made on this device has arrived.");
    await dialog
      .getByRole("button", { name: /^Retry/ })
      .or(gone)
      .click();
    await vi.waitFor(async () => expect(await stack.rows("agent_logs")).toHaveLength(1), {
      timeout: 60_000,
      interval: 250,
    });
    expect(await stack.rows("detailed_agent_logs")).toEqual([
      expect.objectContaining({ status: "success" }),
    ]);
    expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  });
});

/** Ends every session of the technician on the server, as "sign out everywhere" does. */
async function revokeSessions(): Promise<void> {
  const { backend } = stack;
  const { accessToken } = await signIn(backend, stack.technician, PASSWORD);
  const headers = headersOf(backend, accessToken);
  const out = await post(backend, "auth/v1/logout?scope=global", {}, headers);
  expect(out.status).toBe(204);
  expect((await rest(backend, "anon", "GET", "agent_logs?select=id")).status).not.toBe(200);
}
