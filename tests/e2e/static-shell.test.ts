// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { layoutShift } from "../support/e2e/layout-shift.ts";
import { ADMINISTRATOR, type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

/** What was visible of the drawn page, before a script of the app ran. */
interface Seen {
  text: string;
  heading: string;
  shown: boolean;
}

/** Runs in the page before any other script: notes the drawn page as soon as it was parsed. */
function noteShell(): void {
  new MutationObserver((_, observer) => {
    const shell = document.getElementById("shell");
    if (shell === null || shell.nextElementSibling === null) return;
    observer.disconnect();
    const seen = {
      text: shell.innerText,
      heading: shell.querySelector("h1")?.textContent ?? "",
      shown: document.documentElement.dataset.shell !== undefined,
    };
    Object.assign(window, { seenShell: seen });
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page before any other script: taps an element of the shell as soon as it was drawn. */
function tapAtOnce(selector: string): void {
  new MutationObserver((_, observer) => {
    const drawn = document.querySelector<HTMLElement>(`#shell ${selector}`);
    if (drawn === null) return;
    observer.disconnect();
    drawn.click();
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page before any other script: notes what a selector first finds in the shell. */
function noteInShell(selector: string): void {
  new MutationObserver((_, observer) => {
    const found = document.querySelectorAll<HTMLElement>(`#shell ${selector}`);
    if (found.length === 0) return;
    observer.disconnect();
    const isFirst = document.querySelector("#root h1") === null;
    const texts = [...found].map(({ innerText }) => innerText);
    Object.assign(window, { seenInShell: { isFirst, texts } });
  }).observe(document, { childList: true, subtree: true });
}

const seenInShell = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenInShell?: object }).seenInShell ?? null);

const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenShell?: Seen }).seenShell ?? null);

describe("on a technician's device without a network", () => {
  let browser: ChromiumProcess;
  let page: Page;
  beforeAll(async () => {
    browser = await stack.browser("technician");
    page = await browser.newPage();
    await signInAs(page, stack.network.url, TECHNICIAN);
    await untilInstalled(page);
    await page.waitForFunction(() => localStorage.getItem("shells") !== null);
    await page.close();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    stack.network.cut();
    return async () => {
      stack.network.restore();
      await page.close();
    };
  });

  it.each([
    ["/dashboard", "Record voice → AI summary"],
    ["/voice-agent", "Tap to start recording"],
    ["/snap-agent", "Take Photo"],
    ["/label-agent", "Manuals"],
    ["/ask-agent", "Manuals"],
    ["/history", "Your Agent History"],
  ])("%s is shown before the app's code runs, and nothing in it moves", async (path, text) => {
    await page.addInitScript(noteShell);
    await page.goto(`${stack.network.url}${path}`);
    await page.locator("#root h1").waitFor();
    const seen = await seenOn(page);
    expect(seen).toMatchObject({ shown: true, text: expect.stringContaining(text) });
    expect(await page.locator("#root h1").textContent()).toBe(seen?.heading);
    // Nothing that only the device knows: who it is, what waits, what time it is.
    expect(seen?.text).not.toMatch(/@|Everything sent|waiting|No (notes|entries)|\d:\d\d [AP]M/);
    expect(await page.locator("#shell").count()).toBe(0);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });

  it.each([
    ["/label-agent", "Answers come from your manuals."],
    ["/ask-agent", "Ask about company documents"],
  ])(
    "the invitation of the empty chat of %s is shown before the app's page",
    async (path, text) => {
      await page.addInitScript(noteInShell, "[role=log] p");
      await page.goto(`${stack.network.url}${path}`);
      await page.locator("#root [role=log]").getByText(text).waitFor();
      expect(await seenInShell(page)).toMatchObject({
        isFirst: true,
        texts: [expect.stringContaining(text)],
      });
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    },
  );

  it("a tap on the recorder before the app's code runs starts the recording", async () => {
    await page.addInitScript(tapAtOnce, "[aria-label='Start recording']");
    await page.goto(`${stack.network.url}/voice-agent`);
    await page.getByRole("button", { name: "Stop recording" }).click();
    await page.getByText("Saved on this device.").waitFor();
  });

  it("a tap on a link before the app's code runs opens its page without a second load", async () => {
    let loads = 0;
    page.on("domcontentloaded", () => {
      loads += 1;
    });
    await page.addInitScript(tapAtOnce, "main a[href='/snap-agent']");
    await page.goto(`${stack.network.url}/dashboard`);
    await page.getByRole("button", { name: "Take Photo" }).waitFor();
    expect(loads).toBe(1);
    await page.goBack();
    await page.getByText(/^Welcome, /).waitFor();
  });
});

describe("with a history", () => {
  let browser: ChromiumProcess;
  let page: Page;
  beforeAll(async () => {
    const user_id = await stack.userId(TECHNICIAN);
    const entry = (agent: string, said: string | null, result: string, hour: number) => ({
      ...{ id: crypto.randomUUID(), user_id, agent_type: agent },
      ...{ input_type: agent === "voice" ? "voice" : "text", input_data: said },
      ...{ output_summary: result, captured_at: new Date(2026, 2, 3, hour).toISOString() },
    });
    const logs = [
      entry("voice", "What was said first.", "The first summary.", 8),
      entry("snap", "A note.", "The photo shows a **valve**.", 9),
      entry("ask", "Who pays?", "The landlord pays.", 10),
    ];
    expect((await rest(stack.backend, "service", "POST", "agent_logs", logs)).status).toBe(201);
    browser = await stack.browser("with-history");
    page = await browser.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page, stack.network.url, TECHNICIAN);
    await untilInstalled(page);
    await page.waitForFunction(() => localStorage.getItem("shells") !== null);
    await page.goto(`${stack.network.url}/history`);
    await page.getByText("The landlord pays.").waitFor();
    await page.addInitScript(noteInShell, "[data-id]");
  });
  beforeEach(() => {
    stack.network.cut();
    return () => stack.network.restore();
  });

  /** What the page shows of its entries once the app has drawn them. */
  async function entriesOf(): Promise<string[]> {
    await page.locator("#shell").waitFor({ state: "detached" });
    return page
      .getByRole("list", { name: "History" })
      .locator("> li")
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText));
  }

  it("the newest entries are shown before the app's page, in its words", async () => {
    await page.reload();
    const entries = await entriesOf();
    expect(entries).toHaveLength(3);
    const texts = entries.map((text) => text.replace("\nThe photo is not on this device.\n\n", ""));
    expect(await seenInShell(page)).toEqual({ isFirst: true, texts });
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });

  it("a tap on a button of an entry is for that entry", async () => {
    await page.addInitScript(tapAtOnce, "[data-id]:nth-child(3) details ~ div button");
    await page.reload();
    await page
      .getByRole("listitem")
      .filter({ hasText: "The first summary." })
      .getByRole("button", { name: /^(Copied|Select the text)/ })
      .waitFor();
  });

  it("no entries are shown early while something waits that belongs above them", async () => {
    await page.goto(`${stack.network.url}/voice-agent`);
    await page.getByRole("button", { name: "Start recording" }).click();
    await page.getByRole("button", { name: "Stop recording" }).click();
    await page.getByText("Saved on this device.").waitFor();
    await page.goto(`${stack.network.url}/history`);
    expect(await entriesOf()).toHaveLength(3);
    expect(await seenInShell(page)).toBeNull();
  });

  it("no entries are shown early to somebody else who signs in here", async () => {
    await page.evaluate(async () => {
      const opening = indexedDB.open("field-agents-device");
      const db: IDBDatabase = await new Promise((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      db.transaction("values", "readwrite").objectStore("values").delete("identity");
      db.close();
    });
    await page.goto(`${stack.network.url}/history`);
    await page.waitForURL("**/auth*");
    await page.locator("#root h1").waitFor();
    expect(await seenInShell(page)).toBeNull();
    await browser.close();
  });
});

it("no drawn page is shown after a technician has signed out", async () => {
  const browser = await stack.browser("left");
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, TECHNICIAN);
  await untilInstalled(page);
  const kept = () => page.evaluate(() => localStorage.getItem("shells"));
  await expect.poll(kept).toContain("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/auth");
  await expect.poll(kept).toBeNull();
  await page.addInitScript(noteShell);
  await page.goto(`${stack.network.url}/dashboard`);
  await page.waitForURL("**/auth");
  await page.locator("#root h1").waitFor();
  expect(await seenOn(page)).toMatchObject({ shown: false });
  expect(await page.locator("#shell").count()).toBe(0);
  await browser.close();
});

it("no drawn page is shown to an administrator, whose pages differ", async () => {
  const browser = await stack.browser("administrator");
  const page = await browser.newPage();
  await page.addInitScript(noteShell);
  await signInAs(page, stack.network.url, ADMINISTRATOR);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/dashboard`);
  await page.locator("#root h1").waitFor();
  expect(await seenOn(page)).toMatchObject({ shown: false });
  await browser.close();
});
