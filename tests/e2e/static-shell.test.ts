// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
    ["/label-agent", "Ask questions → Knowledge answers"],
    ["/ask-agent", "Ask Agent"],
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
