// @module-tag rest

import { expect, it } from "vitest";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { sendNow, stackForTests } from "../support/e2e/pages.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const OFFLINE = "Offline. Your work is kept here.";

const stack = stackForTests();

it("behind a network's login page all items wait, and arrive once without a tap when it is gone", async () => {
  const { network } = stack;
  const page = await (await stack.browser()).newPage();
  const technician = await stack.userId(stack.technician);
  await signInAs(page, network.url, stack.technician);
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

it("tries at once what is made after a long time without the backend", async () => {
  const { network } = stack;
  const page = await (await stack.browser("long-away")).newPage();
  await signInAs(page, network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${network.url}/voice-agent`);
  let probes = 0;
  network.passage = (_, path, { referer = "" }) => {
    // The worker probes, too, for itself.
    if (path.startsWith("/auth/v1/health") && referer.endsWith("/voice-agent")) probes += 1;
    return "portal";
  };
  await page.evaluate(() => {
    // Each pause of the backoff has its full length.
    Math.random = () => 0.999;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  // With nothing to send, after 0, 1, 3, 7, 15 and 31 seconds. The next one comes after 63.
  await expect.poll(() => probes, { timeout: 60_000 }).toBe(6);
  await recordNote(page, 2);
  await syncStatus(page, "1 waiting to send").waitFor();
  await expect.poll(() => probes, { timeout: 15_000 }).toBeGreaterThan(6);

  network.passage = () => "pass";
  await syncStatus(page, "Everything sent").waitFor();
  await page.close();
});
