// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { stackForTests } from "../support/e2e/pages.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const ISSUE = "the run capacitor is bulging at the top";

const stack = stackForTests();
let page: Page;
let personId: string;

beforeAll(async () => {
  personId = await stack.userId(stack.technician);
  const browser = await stack.browser();
  page = await browser.newPage();
  await page.addInitScript(countObjectUrls);
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
});

/** Runs in the page: lists on the window the object URLs that are open. */
function countObjectUrls(): void {
  const open = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (bytes) => {
    const url = createObjectURL.call(URL, bytes);
    open.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    open.delete(url);
    revokeObjectURL.call(URL, url);
  };
  Object.assign(window, { openObjectUrls: open });
}

const openObjectUrls = () =>
  page.evaluate(() => (window as unknown as { openObjectUrls: Set<string> }).openObjectUrls.size);

describe("what a person works with is stored only in the person's own database", () => {
  it("the object URLs of photos are revoked when the person leaves the page that shows them", async () => {
    await page.goto(`${stack.network.url}/snap-agent`);
    await page.getByRole("button", { name: "Take Photo", exact: true }).click();
    await page.getByRole("button", { name: "Capture", exact: true }).click();
    await page.getByRole("button", { name: "Analyze Image", exact: true }).click();
    await page.getByText(ISSUE).first().waitFor();
    expect(await openObjectUrls()).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.waitForURL("**/dashboard");
    await expect.poll(openObjectUrls).toBe(0);
  });

  it("the browser's caches hold nothing of what a person works with", async () => {
    const kept = await page.evaluate(readCaches);
    expect(kept.length).toBeGreaterThan(10);
    const foreign = kept.filter(
      ({ cache, path }) =>
        cache !== `manuals-${personId}` &&
        !/^\/(assets\/.+|icons\/.+|shell\/.+|index\.html|(apply-theme|show-shell)\.js|manifest\.webmanifest)$/.test(
          path,
        ),
    );
    expect(foreign).toEqual([]);
    expect(kept.filter(({ text }) => text.includes("capacitor is bulging"))).toEqual([]);
  });

  it("the HTTP cache serves no answer of the backend to the next person", async () => {
    const asked = await page.evaluate(readFromHttpCache);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ cached }) => cached)).toEqual([]);
  });
});

async function readCaches(): Promise<{ cache: string; path: string; text: string }[]> {
  const found: { cache: string; path: string; text: string }[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const reply = await cache.match(request);
      const path = new URL(request.url).pathname;
      found.push({
        cache: name,
        path,
        text: path.endsWith(".js") ? "" : ((await reply?.text()) ?? ""),
      });
    }
  }
  return found;
}

/** Requests every answer of the backend that this page has had once more, from the cache alone. */
async function readFromHttpCache(): Promise<{ url: string; cached: boolean }[]> {
  const urls = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((url) => /\/(rest|storage|auth|functions)\/v1\//.test(url));
  return Promise.all(
    [...new Set(urls)].map(async (url) => {
      const init = { cache: "only-if-cached", mode: "same-origin" } as const;
      const cached = await fetch(url, init).then(
        (reply) => reply.ok,
        () => false,
      );
      return { url: new URL(url).pathname, cached };
    }),
  );
}
