// @module-tag rest

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packageFiles } from "#understanding/speech/model/model-files.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { deploy } from "../support/e2e/deployment.ts";
import { cachedPaths } from "../support/e2e/manual-pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const PACKAGES = fileURLToPath(new URL("../../node_modules/", import.meta.url));
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

/** The SHA-256 of each file of the kept model, as a page reads them. */
function keptHashes(): Promise<Record<string, string>> {
  return page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const manifest: { files: { name: string; parts: { path: string }[] }[] } = await (
      await cache.match("/models/kept-1")
    )?.json();
    const unpack = async (path: string) => {
      const stream = (await cache.match(path))?.body?.pipeThrough(new DecompressionStream("gzip"));
      return new Response(stream).blob();
    };
    const hashes: Record<string, string> = {};
    for (const file of manifest.files) {
      const whole = new Blob(await Promise.all(file.parts.map(({ path }) => unpack(path))));
      const hash = await crypto.subtle.digest("SHA-256", await whole.arrayBuffer());
      hashes[file.name] = [...new Uint8Array(hash)]
        .map((byte) => byte.toString(16).padStart(2, "0"))
        .join("");
    }
    return hashes;
  }, CACHE);
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

it("has exactly the files of the packages", async () => {
  const files = Object.entries(packageFiles("tiny"));
  const expected = await Promise.all(
    files.map(async ([name, path]) => {
      const bytes = await readFile(`${PACKAGES}${path}`);
      return [name, createHash("sha256").update(bytes).digest("hex")];
    }),
  );
  expect(await keptHashes()).toMatchObject(Object.fromEntries(expected));
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

it("keeps the model when a person's data are removed: it is the device's", async () => {
  const before = await kept();
  await openSettings();
  await button("Remove my data from this device").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Your data is removed").waitFor();
  expect(await kept()).toEqual(before);
  await signInAs(page, stack.network.url, stack.technician);
  await openSettings();
  await page.getByText(READY).waitFor();
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

it("survives an update of the app", async () => {
  const deployment = await deploy(stack.backend.url);
  browser = await stack.browser("updated");
  page = await browser.newPage();
  await signInAs(page, deployment.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${deployment.url}/settings#this-device`);
  await button(/^Download small/).click();
  await page.getByText(READY).waitFor();
  const before = await kept();

  deployment.release();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Update" }).click();
  await loaded;
  // With no network, also the code that shows the model comes from the device.
  await deployment.close();
  await page.reload();
  await page.getByText(READY).waitFor();
  expect(await kept()).toEqual(before);
});
