import { once } from "node:events";
import { chromium, type Page } from "playwright";
import WebSocket from "ws";
import type { ChromiumProcess } from "./chromium.ts";

const PATIENCE = 60_000;

/**
 * Freezes a tab while `work` runs, as browsers do with background tabs: nothing in it runs, and it
 * keeps its locks. Meanwhile Playwright disconnects from the whole browser, because pages that it
 * is connected to count as visible and can't be frozen.
 * @returns the open pages, to be used from now on
 * @throws when the tab was not frozen
 */
export async function whileFrozen(
  browser: ChromiumProcess,
  page: Page,
  work: () => Promise<void>,
): Promise<Page[]> {
  await page.evaluate(() => {
    document.documentElement.dataset.ticks = "0";
    setInterval(() => {
      const { dataset } = document.documentElement;
      dataset.ticks = String(Number(dataset.ticks) + 1);
    }, 50);
  });
  const own = await page.context().newCDPSession(page);
  const { targetInfo } = await own.send("Target.getTargetInfo");
  await page.context().browser()?.close();
  const tab = await attach(browser.devTools, targetInfo.targetId);
  await tab.send("Page.setWebLifecycleState", { state: "frozen" });
  const ticks = await tab.ticks();
  await work();
  if ((await tab.ticks()) !== ticks) throw new Error("The tab went on: it was not frozen");
  await tab.send("Page.setWebLifecycleState", { state: "active" });
  tab.leave();

  const again = await chromium.connectOverCDP(browser.devTools, { timeout: PATIENCE });
  const [context] = again.contexts();
  if (context === undefined) throw new Error("The browser has no context");
  context.setDefaultTimeout(PATIENCE);
  return context.pages();
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
  return {
    send,
    /** How many times the tab's timer has run. */
    async ticks(): Promise<string> {
      const expression = "document.documentElement.dataset.ticks";
      const reply = await send("Runtime.evaluate", { expression, returnByValue: true });
      return (reply as { result: { value: string } }).result.value;
    },
    leave: () => socket.close(),
  };
}
