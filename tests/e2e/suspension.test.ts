// @module-tag rest

import { beforeEach, expect, it } from "vitest";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { goOnline, signedIn, stackForEachTest } from "../support/e2e/pages.ts";
import { recordNote, signInAs, syncStatus } from "../support/e2e/voice-pages.ts";

const TOLD = "Your account is suspended. Ask your administrator.";

const stack = stackForEachTest();
let technician: string;

beforeEach(async () => {
  technician = await stack.userId(stack.technician);
});

async function setStatus(status: "suspended" | "active"): Promise<void> {
  await stack.write("PATCH", `profiles?id=eq.${technician}`, { status });
}

it("the first refused call tells a suspended person; their note is sent once they are active again", async () => {
  const page = await signedIn(stack, stack.technician, { isInstalled: true });
  const browser = stack.browserOf(page);
  const other = await browser.newPage();
  await other.goto(`${stack.network.url}/history`);
  await syncStatus(other, "Everything sent").waitFor();
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  await recordNote(page, 2);
  await syncStatus(page, "1 waiting to send").waitFor();
  await setStatus("suspended");
  await goOnline(stack, page);

  for (const tab of [page, other]) {
    await tab.waitForURL("**/auth");
    await tab.getByRole("alert").filter({ hasText: TOLD }).waitFor();
  }
  // The provider was not called, and the app did not retry over and over.
  expect(stack.provider.calls).toHaveLength(0);
  const kept = await deviceStorage(page, technician);
  expect(kept?.outbox).toHaveLength(1);
  expect(kept?.recordings).toHaveLength(1);
  await page.reload();
  await page.getByRole("alert").filter({ hasText: TOLD }).waitFor();

  await setStatus("active");
  await signInAs(page, stack.network.url, stack.technician);
  await syncStatus(page, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs")).toEqual([
    expect.objectContaining({ user_id: technician }),
  ]);
  expect(stack.provider.callsTo("transcription")).toHaveLength(1);
});
