// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { decodedSeconds } from "../support/e2e/device-storage.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, syncStatus, untilInstalled, untilTimer } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("when the browser is killed during a recording, the sound captured until then is recovered", async () => {
  const killed = await stack.browser();
  const page = await killed.newPage();
  await page.addInitScript(countChunks);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, 10);
  // The recorder of a slow browser delivers later than the timer shows.
  await page.waitForFunction(() => Reflect.get(window, "chunks") >= 10);
  await killed.kill();

  const restarted = await stack.browser();
  const again = await restarted.newPage();
  await again.goto(`${stack.network.url}/voice-agent`);
  await again.getByRole("button", { name: /^Keep/ }).click();
  await again.getByText("Full Transcription").waitFor();
  await syncStatus(again, "Everything sent").waitFor();

  const [call] = stack.provider.callsTo("transcription");
  expect(await decodedSeconds(again, call?.file.bytes ?? new Uint8Array())).toBeGreaterThanOrEqual(
    8,
  );
  expect(await stack.rows("agent_logs")).toHaveLength(1);
});

/** Runs in the page before the app's own code: counts the chunks that the recorder has delivered. */
function countChunks(): void {
  const { start } = MediaRecorder.prototype;
  let chunks = 0;
  MediaRecorder.prototype.start = function (...options) {
    this.addEventListener("dataavailable", () => {
      chunks += 1;
      Object.assign(window, { chunks });
    });
    return start.apply(this, options);
  };
}
