// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { cachedPaths } from "../support/e2e/manual-pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const CACHE = "field-agents-speech-model";
const READY = "Ready: the small model is on this device.";

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
/** Requests for parts of a model. */
let parts: string[];
/** Addresses of other origins that the browser asked for anything. */
let elsewhere: string[];

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  stack.network.passage = (_, path) => {
    if (path.startsWith("/models/")) parts.push(path);
    return "pass";
  };
  parts = [];
  elsewhere = [];
  await open("device");
});
afterAll(() => stack.stop());

async function open(device: string): Promise<void> {
  browser = await stack.browser(device);
  browser.context.on("request", (request) => {
    if (!request.url().startsWith(`${stack.network.url}/`)) elsewhere.push(request.url());
  });
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const kept = async () =>
  (await cachedPaths(page, CACHE)).filter((path) => path.endsWith(".bin")).sort();

async function openSettings(): Promise<void> {
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByRole("heading", { name: "Understand speech without a signal" }).waitFor();
}

it("downloads a model, waits while there is no connection, and fetches nothing twice", async () => {
  await openSettings();
  expect(await kept()).toEqual([]);
  stack.network.passage = (_, path) => {
    if (!path.startsWith("/models/")) return "pass";
    parts.push(path);
    if (parts.length === 6) stack.network.cut();
    return "pass";
  };
  await button(/^Download small \(\d+\.\d MB\)$/).click();
  await page.getByText("Waiting for a connection.").waitFor();
  const before = await kept();
  expect(before.length).toBeGreaterThan(0);
  const requested = parts.length;
  stack.network.restore();
  await page.getByText(READY).waitFor();

  const again = parts.slice(requested);
  expect(again.filter((path) => before.includes(path))).toEqual([]);
  expect(new Set(again).size).toBe(again.length);
  // A part that had come when the network was cut may have been kept a moment later.
  expect([...new Set(parts)].sort()).toEqual(await kept());
});

it("still has the model after a restart with no network, and asks for nothing again", async () => {
  parts = [];
  stack.network.cut();
  await browser.close();
  browser = await stack.browser("device");
  page = await browser.newPage();
  await page.setViewportSize(PHONE);
  await openSettings();
  await page.getByText(READY).waitFor();
  stack.network.restore();
  expect(parts).toEqual([]);
});

it("frees all of its room when it is removed, after a question", async () => {
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await button("Remove for good").click();
  await button(/^Download small/).waitFor();
  await expect.poll(() => page.evaluate((name) => caches.has(name), CACHE)).toBe(false);
  expect(elsewhere).toEqual([]);
});

it("is offered on the Voice page after the first note, and refused for good", async () => {
  await open("another");
  await page.goto(`${stack.network.url}/voice-agent`);
  const offer = page.getByRole("region", { name: "Understand speech without a signal" });
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  await recordNote(page, 1);
  await offer.getByRole("button", { name: /^Download better/ }).waitFor();
  await offer.getByRole("button", { name: "Not now" }).click();
  await offer.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  await untilSettled(page);
  expect(await offer.count()).toBe(0);
  expect(elsewhere).toEqual([]);
});
