// @module-tag rest

import { once } from "node:events";
import { chromium, type Page } from "playwright";
import { expect, it } from "vitest";
import WebSocket from "ws";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { stackForEachTest } from "../support/e2e/pages.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { expectEachOnce, leaveWaiting } from "../support/e2e/waiting-items.ts";

const stack = stackForEachTest();

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
async function sendingTab() {
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

const PATIENCE = 60_000;

/**
 * Freezes a tab while `work` runs, as browsers do with background tabs: nothing in it runs, and it
 * keeps its locks. Meanwhile Playwright disconnects from the whole browser, because pages that it
 * is connected to count as visible and can't be frozen.
 * @param other another page of the app
 * @returns the open pages, to be used from now on
 * @throws when the tab was not frozen
 */
async function whileFrozen(
  browser: ChromiumProcess,
  page: Page,
  other: Page,
  work: () => Promise<void>,
): Promise<Page[]> {
  await page.evaluate(() => {
    document.documentElement.dataset.ticks = "0";
    setInterval(() => {
      const { dataset } = document.documentElement;
      dataset.ticks = String(Number(dataset.ticks) + 1);
    }, 50);
  });
  const [frozenId, otherId] = [await targetOf(page), await targetOf(other)];
  await page.context().browser()?.close();
  const tab = await attach(browser.devTools, frozenId);
  const witness = await attach(browser.devTools, otherId);
  await freezeBetweenTransactions(tab, witness);
  const ticks = await tab.ticks();
  await work();
  if ((await tab.ticks()) !== ticks) throw new Error("The tab went on: it was not frozen");
  await tab.send("Page.setWebLifecycleState", { state: "active" });
  tab.leave();
  witness.leave();

  const again = await chromium.connectOverCDP(browser.devTools, { timeout: PATIENCE });
  const [context] = again.contexts();
  if (context === undefined) throw new Error("The browser has no context");
  context.setDefaultTimeout(PATIENCE);
  return context.pages();
}

async function targetOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send("Target.getTargetInfo");
  return targetInfo.targetId;
}

type AttachedTab = Awaited<ReturnType<typeof attach>>;

/**
 * Browsers do not freeze a tab that has a database transaction open, because it would block the other
 * tabs. The DevTools do: then the tab is woken and frozen again.
 */
async function freezeBetweenTransactions(tab: AttachedTab, witness: AttachedTab): Promise<void> {
  await tab.send("Page.setWebLifecycleState", { state: "frozen" });
  while (!(await witness.evaluate(`(${canWrite})()`))) {
    await tab.send("Page.setWebLifecycleState", { state: "active" });
    await tab.send("Page.setWebLifecycleState", { state: "frozen" });
  }
}

/** Runs in a page: whether no other page has a transaction open in the databases of the app. */
async function canWrite(): Promise<boolean> {
  const databases = await indexedDB.databases();
  const written = databases.map(
    ({ name = "" }) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction([...database.objectStoreNames], "readwrite");
          transaction.oncomplete = () => {
            database.close();
            resolve(true);
          };
        };
      }),
  );
  const blocked = new Promise<false>((resolve) => setTimeout(() => resolve(false), 3000));
  return Promise.race([blocked, Promise.all(written).then(() => true)]);
}

/** Connects to one tab with the DevTools protocol, and does only what is asked for. */
async function attach(devTools: string, targetId: string) {
  const socket = new WebSocket(devTools);
  await once(socket, "open");
  const answers = new Map<number, (message: Record<string, unknown>) => void>();
  socket.on("message", (text) => {
    const message = JSON.parse(String(text)) as Record<string, unknown>;
    answers.get(Number(message.id))?.(message);
  });
  let calls = 0;
  function call(method: string, params: object, sessionId?: string): Promise<unknown> {
    const id = ++calls;
    return new Promise((resolve, reject) => {
      answers.set(id, ({ result, error }) => {
        answers.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }
  const attached = await call("Target.attachToTarget", { targetId, flatten: true });
  const { sessionId } = attached as { sessionId: string };
  const send = (method: string, params: object) => call(method, params, sessionId);
  async function evaluate(expression: string): Promise<unknown> {
    const params = { expression, returnByValue: true, awaitPromise: true };
    const reply = await send("Runtime.evaluate", params);
    return (reply as { result: { value: unknown } }).result.value;
  }
  return {
    send,
    evaluate,
    /** How often the timer of the tab has run. */
    ticks: () => evaluate("document.documentElement.dataset.ticks"),
    leave: () => socket.close(),
  };
}
