import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { axeTrouble, followTheme, pageTrouble, targetTrouble } from "../support/e2e/page-checks.ts";
import { PHONE, SCREENS, type Screen, show } from "../support/e2e/screens.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";

const NOWHERE = "/nowhere";

/** A person's tour of every page, milliseconds, on a machine that does other things too. */
const TOUR_MS = 300_000;

/** Pages by who sees them, with what tells that they have opened. */
const OPEN = ["/", "/auth", "/early-access", "/settings", "/support", "/terms", "/privacy"];
const OWN = ["/dashboard", "/voice-agent", "/snap-agent", "/label-agent", "/ask-agent", "/history"];

/** Those that a technician sees among their own. */
const OPEN_TO_ALL = ["/early-access", "/settings", "/support", "/terms", "/privacy"];

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Opens an address as a browser's address bar does, and waits for its page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stack.network.url}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** What is wrong on these pages, on these screens. */
async function troubleOn(
  browser: ChromiumProcess,
  page: Page,
  paths: readonly string[],
  screens: readonly Screen[],
): Promise<string[]> {
  const trouble: string[] = [];
  for (const screen of screens) {
    await show(page, screen);
    // The rain costs a machine without a graphics card most of its time: once is enough.
    const rain = screen === SCREENS[0];
    await page.evaluate((shown) => localStorage.setItem("showMatrixRain", String(shown)), rain);
    for (const path of paths) {
      browser.consoleTrouble.length = 0;
      await open(page, path);
      const found = await pageTrouble(page, screen);
      found.push(...browser.consoleTrouble.filter((line) => !isOwnPath(line)));
      if (new URL(page.url()).pathname !== path) found.push(`went to ${page.url()}`);
      trouble.push(...found.map((line) => `${path} ${label(screen)}: ${line}`));
    }
  }
  return trouble;
}

it("checks every route there is", () => {
  const source = readFileSync(new URL("../../src/app/routes.tsx", import.meta.url), "utf8");
  const routes = [...source.matchAll(/path="(\/[^"]*)"/g)].map(([, path]) => path);
  expect(routes.filter((path) => path === undefined || ![...OPEN, ...OWN].includes(path))).toEqual(
    [],
  );
});

it(
  "serves a visitor by finger, keyboard and screen reader, and neither moves nor flashes",
  async () => {
    const browser = await stack.browser("visitor");
    const page = await browser.newPage();
    await followTheme(page);
    await page.goto(stack.network.url);
    const trouble = await troubleOn(browser, page, [...OPEN, NOWHERE], SCREENS);
    await browser.close();
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);

it(
  "serves a technician the same way",
  async () => {
    const browser = await stack.browser("technician");
    const page = await browser.newPage();
    await followTheme(page);
    await signInAs(page, stack.network.url, TECHNICIAN);
    await untilInstalled(page);
    await open(page, "/voice-agent");
    await recordNote(page, 1);
    await page.getByText("Full Transcription").waitFor();
    const trouble = await troubleOn(browser, page, OWN, SCREENS);
    // The same pages as a visitor's, in other surroundings that the pages above have too.
    const [darkPhone, , , lightDesktop] = SCREENS;
    if (darkPhone === undefined || lightDesktop === undefined) throw new Error("Four screens");
    trouble.push(...(await troubleOn(browser, page, OPEN_TO_ALL, [darkPhone, lightDesktop])));

    for (const screen of SCREENS) {
      await show(page, screen);
      await open(page, "/dashboard");
      const overlays = [syncStatus(page, "Everything sent")];
      if (screen.width === PHONE.width) overlays.push(page.getByRole("button", { name: "Menu" }));
      for (const opener of overlays) {
        await opener.click();
        await page.getByRole("dialog").waitFor();
        const found = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
        trouble.push(...found.map((line) => `dialog ${label(screen)}: ${line}`));
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
    await browser.close();
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);

it("opens without a network from a cold start, with what the device holds", async () => {
  for (const device of ["visitor", "technician"]) {
    const before = await stack.browser(device);
    const tab = await before.newPage();
    await open(tab, "/terms");
    await untilInstalled(tab);
    await before.close();
  }
  stack.network.cut();
  try {
    const visitor = await stack.browser("visitor");
    const visited = await visitor.newPage();
    for (const path of [...OPEN, NOWHERE]) await open(visited, path);
    expect(new URL(visited.url()).pathname).toBe(NOWHERE);
    await visitor.close();

    const technician = await stack.browser("technician");
    const page = await technician.newPage();
    for (const path of [...OPEN_TO_ALL, NOWHERE, ...OWN]) {
      await open(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.getByRole("listitem").filter({ hasText: "Voice Agent" }).getByText("Copy").waitFor();
    await open(page, "/voice-agent");
    await page.getByText("Tap to start recording").waitFor();
    await open(page, "/dashboard");
    await page.getByText(/^Welcome, (?!Agent)/).waitFor();
    await technician.close();
  } finally {
    stack.network.restore();
  }
});

function label({ width, theme }: Screen): string {
  return `${width} ${theme}`;
}

/** The not-found page tells the path it was asked for. */
function isOwnPath(line: string): boolean {
  return line.startsWith("error: Unknown route:") && line.endsWith(NOWHERE);
}
