import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { whileFrozen } from "../support/e2e/frozen-tab.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it("when the sending tab is frozen, another takes over, and thawing the first changes nothing", async () => {
  const { browser, sender, other, made } = await sendingTab();
  let rows: unknown;
  const tabs = await whileFrozen(browser, sender, other, async () => {
    await expectEachOnce(stack, made);
    rows = await stack.rows("agent_logs", "order=id");
  });
  const thawed = tabs.find((tab) => tab.url() === sender.url());
  const looked = tabs.find((tab) => tab.url() === other.url());
  if (thawed === undefined || looked === undefined) throw new Error("A tab is gone");
  for (const tab of [looked, thawed]) await syncStatus(tab, "Everything sent").waitFor();
  expect(await stack.rows("agent_logs", "order=id")).toEqual(rows);
  await goesOn(thawed);
});

/**
 * Opens two tabs. One holds the lock of the sending tab and waits for the answer to a note. The
 * server has already finished that note: otherwise the other tab, which asks again, would have to
 * wait for the claim's lease to end.
 */
async function sendingTab(): Promise<{
  browser: ChromiumProcess;
  sender: Page;
  other: Page;
  made: string[];
}> {
  const { network } = stack;
  const technician = await stack.userId(stack.technician);
  const answered = () => stack.rows("detailed_agent_logs", "status=eq.success");
  const browser = await stack.browser();
  const sender = await browser.newPage();
  await signInAs(sender, network.url, stack.technician);
  await untilInstalled(sender);
  network.cut();
  const made = await leaveWaiting(sender, network.url, technician, ["snap", "voice"]);
  // The server has received the note, and its answer never reaches the tab.
  const stalled = new Promise<void>((resolve) => {
    network.passage = (_method, path) => {
      if (!path.endsWith("/voice-transcribe")) return "pass";
      network.passage = () => "pass";
      resolve();
      return "stall";
    };
  });
  network.restore();
  await stalled;
  await expect.poll(async () => (await answered()).length).toBe(made.length);
  await syncStatus(sender, "1 waiting to send").waitFor();
  expect(await holdsTheLock(sender)).toBe(true);
  const other = await browser.newPage();
  await other.goto(`${network.url}/history`);
  await syncStatus(other, "1 waiting to send").waitFor();
  // Browsers do not freeze a tab in the middle of a database transaction, so both tabs must be
  // idle.
  for (const tab of [sender, other]) await tab.waitForLoadState("networkidle");
  return { browser, sender, other, made };
}

/** Checks that a tab sends once what is made in it. */
async function goesOn(page: Page): Promise<void> {
  const before = await stack.rows("agent_logs");
  await recordNote(page, 1);
  await expect.poll(() => stack.rows("agent_logs")).toHaveLength(before.length + 1);
  await syncStatus(page, "Everything sent").waitFor();
  const ids = (await stack.rows("agent_logs")).map(({ id }) => String(id));
  await expectEachOnce(stack, ids);
}

/** Whether this tab holds the lock of the sending tab. */
function holdsTheLock(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    let ownId: string | undefined;
    const { held = [] } = await navigator.locks.request("own", async () => {
      const state = await navigator.locks.query();
      ownId = state.held?.find(({ name }) => name === "own")?.clientId;
      return state;
    });
    return held.some(
      ({ name, clientId }) => name?.startsWith("field-agents-drain-") && clientId === ownId,
    );
  });
}
