// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const stack = stackForTests({ withProvider: false });

describe("on a technician's device without a network", () => {
  let browser: ChromiumProcess;
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(stack, stack.technician, { device: "technician", isInstalled: true });
    browser = stack.browserOf(page);
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
    ["/label-agent", "Ask questions → Knowledge answers"],
    ["/ask-agent", "Ask Agent"],
    ["/history", "Your Agent History"],
  ])("%s is shown before the app's code runs", async (path, text) => {
    await page.addInitScript(noteShell);
    await page.goto(`${stack.network.url}${path}`);
    await page.locator("#root h1").waitFor();
    const seen = await seenOn(page);
    expect(seen).toMatchObject({ shown: true, text: expect.stringContaining(text) });
    expect(await page.locator("#root h1").textContent()).toBe(seen?.heading);
    // Nothing that only the device knows: who it is, what waits, what time it is.
    expect(seen?.text).not.toMatch(/@|Everything sent|waiting|No (notes|entries)|\d:\d\d [AP]M/);
    expect(await page.locator("#shell").count()).toBe(0);
  });

  it("none is shown for an address with a filter, which the drawn page does not have", async () => {
    await page.addInitScript(noteShell);
    await page.goto(`${stack.network.url}/history?agent=voice`);
    await page.getByRole("heading", { level: 1, name: "Voice Agent History" }).waitFor();
    expect(await seenOn(page)).toMatchObject({ shown: false });
  });

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

/**
 * Opens the history as it looks when the worker has read the entries in time to draw them: it waits
 * 150 ms for them, in which a busy machine may not read them.
 */
async function openDrawn(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(`${stack.network.url}/history`);
      await page.locator("#shell").waitFor({ state: "detached" });
      return (await seenEntries(page)).drawn?.length;
    })
    .toBe(3);
}

describe("on a device with a history", () => {
  let browser: ChromiumProcess;
  let page: Page;
  beforeAll(async () => {
    const user_id = await stack.userId(stack.technician);
    const entry = (hour: number, agent: string, said: string | null, result: string) => ({
      ...{ id: crypto.randomUUID(), user_id, agent_type: agent },
      ...{ input_type: agent === "voice" ? "voice" : "image", input_data: said },
      ...{ output_summary: result, captured_at: new Date(2026, 2, 3, hour).toISOString() },
    });
    const logs = [
      entry(8, "voice", "What was said first.", "The first summary."),
      entry(9, "snap", "A note.", "The photo shows a valve."),
      entry(10, "voice", "What was said last.", "The last <b>summary</b>.".repeat(9)),
    ];
    await stack.write("POST", "agent_logs", logs);
    page = await signedIn(stack, stack.technician, {
      device: "with-history",
      size: { width: 390, height: 844 },
      isInstalled: true,
    });
    browser = stack.browserOf(page);
    await page.waitForFunction(() => localStorage.getItem("shells") !== null);
    await page.goto(`${stack.network.url}/history`);
    await page.getByText("The first summary.").waitFor();
    await page.addInitScript(noteEntries);
    // However slow the app is here, its entries take the place of the drawn ones.
    await page.addInitScript(letWait);
    stack.network.cut();
  });
  afterAll(async () => {
    stack.network.restore();
    await browser.close();
  });

  it("its newest entries are shown before the app's code runs, where the app shows them", async () => {
    await openDrawn(page);
    const { drawn, taken } = await seenEntries(page);
    expect(drawn?.[0]?.text).toContain("The last <b>summary</b>.");
    // The app draws those beyond the screen a moment later.
    const onScreen = drawn?.filter(({ top }) => top < 844) ?? [];
    const shown = taken?.slice(0, onScreen.length) ?? [];
    expect(shown.map(({ text }) => text)).toEqual(onScreen.map(({ text }) => text));
    // The app places its entries at whole pixels.
    const moved = onScreen.map(({ top }, n) => Math.abs(top - (shown[n]?.top ?? Infinity)));
    expect(Math.max(...moved)).toBeLessThanOrEqual(1);
  });

  it("a tap on a button of an entry is for that entry", async () => {
    await page.addInitScript(tapAtOnce, "[data-id]:nth-child(3) summary");
    await openDrawn(page);
    await page.locator("#root").getByText("What was said first.").waitFor();
    expect(await page.locator("#root details[open]").count()).toBe(1);
  });
});

it("no drawn page is shown after a technician has signed out, nor to an administrator, whose pages differ", async () => {
  const page = await signedIn(stack, stack.technician, { device: "left", isInstalled: true });
  const browser = stack.browserOf(page);
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

  await signInAs(page, stack.network.url, stack.administrator);
  await page.goto(`${stack.network.url}/dashboard`);
  await page.locator("#root h1").waitFor();
  expect(await seenOn(page)).toMatchObject({ shown: false });
  await browser.close();
});

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

const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenShell?: Seen }).seenShell ?? null);

/** The entries of a page: their texts, and the tops of their boxes in px. */
type Entries = { text: string; top: number }[];

/**
 * Runs in the page before any other script: notes the entries of the drawn page, and those of the
 * app's page at the moment in which it takes its place.
 */
function noteEntries(): void {
  const entriesIn = (page: string) =>
    [...document.querySelectorAll<HTMLElement>(`${page} [data-id]`)].map((entry) => ({
      text: entry.innerText,
      top: Math.round(entry.getBoundingClientRect().top),
    }));
  const seen: { drawn?: Entries; taken?: Entries } = {};
  Object.assign(window, { seenEntries: seen });
  new MutationObserver((_, observer) => {
    const shell = document.getElementById("shell");
    if (shell !== null && shell.nextElementSibling !== null) seen.drawn ??= entriesIn("#shell");
    if (shell !== null || seen.drawn === undefined) return;
    observer.disconnect();
    seen.taken = entriesIn("#root");
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page before any other script: the app's own page waits behind the drawn one without an end. */
function letWait(): void {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...given: []) =>
      ms === 3000 && work.name === "end" ? 0 : later(work, ms, ...given),
  });
}

const seenEntries = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { seenEntries: { drawn?: Entries; taken?: Entries } }).seenEntries,
  );
