import { afterAll, beforeAll, expect, it } from "vitest";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { sendNow } from "../support/e2e/queue-dialog.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const OFFLINE = "Offline. Your work is kept here.";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("behind a network's login page all items wait, and arrive once without a tap when it is gone", async () => {
  const { network } = stack;
  const page = await (await stack.browser()).newPage();
  const technician = await stack.userId(TECHNICIAN);
  await signInAs(page, network.url, TECHNICIAN);
  await untilInstalled(page);

  // The login page answers every request with status 200 and its own page.
  network.passage = () => "portal";
  const ids = await leaveWaiting(page, network.url, technician, ["voice", "snap", "ask"]);
  const reached = network.passed.length;
  // What a person may try: send now, come back to the tab, reload the app.
  await sendNow(page);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.goto(`${network.url}/history`);
  await page.getByText(OFFLINE).waitFor();
  await syncStatus(page, "3 waiting to send").waitFor();
  expect(new URL(page.url()).pathname).toBe("/history");
  expect(network.passed).toHaveLength(reached);
  const kept = await deviceStorage(page, technician);
  expect(kept?.outbox.map(({ id }) => id).sort()).toEqual(ids);
  expect(kept?.outbox.map(({ state }) => state)).not.toContain("needs-attention");
  expect(await stack.rows("agent_logs")).toEqual([]);

  network.passage = () => "pass";
  await syncStatus(page, "Everything sent").waitFor();
  await page.getByText(OFFLINE).waitFor({ state: "detached" });
  await expectEachOnce(stack, ids);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/history");
});
