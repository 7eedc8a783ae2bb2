import { once } from "node:events";
import { chromium, type Page } from "playwright";
import WebSocket from "ws";
import type { ChromiumProcess } from "./chromium.ts";

const PATIENCE = 60_000;

/**
 * Freezes a tab while `work` runs, as browsers do with background tabs: nothing in it runs, and it
 * keeps its locks. Meanwhile Playwright disconnects from the whole browser, because pages that it
 * is connected to count as visible and can't be frozen.
 * @param other another page of the app
 * @returns the open pages, to be used from now on
 * @throws when the tab was not frozen
 */
export async function whileFrozen(
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
