import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { stackForTests } from "../support/e2e/pages.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

/** Compressed bytes. */
const SCRIPT_LIMIT = 170_000;
const STYLE_LIMIT = 25_000;
const PRECACHE_LIMIT = 720_000;

/** Chunks that a page must not need before it shows: the backend client and the sync engine. */
const BACKEND = "backend";
const SYNC = "page-sync";

const OPEN = ["/", "/auth"];
const SIGNED_IN = ["/dashboard", "/voice-agent"];

const stack = stackForTests({ withProvider: false });

it("loads little before a page shows, and the backend client only after that", async () => {
  const browser = await stack.browser("first-load", { rain: true });
  const page = await browser.newPage();
  const loads = new Map<string, FirstLoad>();
  for (const path of OPEN) {
    loads.set(path, await firstLoad(page, `${stack.network.url}${path}`, BACKEND));
  }
  await signInAs(page, stack.network.url, stack.technician);
  for (const path of SIGNED_IN) {
    loads.set(path, await firstLoad(page, `${stack.network.url}${path}`, SYNC));
  }
  await browser.close();

  const rows = [...loads].map(([path, { needed, later }]) => ({
    route: path,
    "JS kB": kilobytes(total(needed, ".js")),
    "JS limit": kilobytes(SCRIPT_LIMIT),
    "CSS kB": kilobytes(total(needed, ".css")),
    "CSS limit": kilobytes(STYLE_LIMIT),
    "JS later kB": kilobytes(total(later, ".js")),
  }));
  console.table(rows);
  for (const [path, { needed }] of loads) {
    const paths = needed.map((file) => file.path);
    expect([path, paths.filter((each) => isChunk(each, BACKEND) || isChunk(each, SYNC))]).toEqual([
      path,
      [],
    ]);
    const scripts = total(needed, ".js");
    expect(scripts, `scripts of ${path}: ${listed(needed)}`).toBeLessThanOrEqual(SCRIPT_LIMIT);
    const styles = total(needed, ".css");
    expect(styles, `styles of ${path}: ${listed(needed)}`).toBeLessThanOrEqual(STYLE_LIMIT);
  }
});

it("stores little on the first visit", async () => {
  const browser = await stack.browser("precache", { rain: true });
  const page = await browser.newPage();
  await page.goto(`${stack.network.url}/auth`);
  await untilInstalled(page);
  const addresses = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes("precache"));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  await browser.close();

  const files = await weigh(addresses);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.table([
    {
      precache: `${files.length} files`,
      kB: kilobytes(bytes),
      limit: kilobytes(PRECACHE_LIMIT),
    },
  ]);
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/index.html", "/apply-theme.js", "/manifest.webmanifest"]),
  );
  expect(bytes, listed(files)).toBeLessThanOrEqual(PRECACHE_LIMIT);
});

function total(files: readonly LoadedFile[], extension: ".js" | ".css"): number {
  return files
    .filter(({ path }) => path.endsWith(extension))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function listed(files: readonly LoadedFile[]): string {
  return [...files]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes }) => `${path} ${bytes}`)
    .join(", ");
}

function isChunk(path: string, name: string): boolean {
  return path.includes(`/${name}-`);
}

/** 1 kB is 1000 bytes. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}

interface LoadedFile {
  /** Path on the server. */
  path: string;
  /** Bytes after gzip, whatever compression the server uses. */
  bytes: number;
}

interface FirstLoad {
  /** Scripts and stylesheets requested before the page's heading was on the screen. */
  needed: LoadedFile[];
  /** Those requested after that. */
  later: LoadedFile[];
}

/** A slow 4G connection, in bytes per second and ms: it shows which file waits for which. */
const SLOW = { downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

/**
 * Opens an address as if for the first time, without caches or a service worker, and reports which
 * code it needed to show its heading.
 * @param late name of the chunk that a page loads last: its arrival ends the measurement
 */
async function firstLoad(page: Page, url: string, late: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.setBypassServiceWorker", { bypass: true });
  await session.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  await page.addInitScript(markFirstHeading);
  await page.goto(url);
  await page.waitForFunction(
    (name) =>
      performance.getEntriesByName("heading-shown").length > 0 &&
      performance.getEntriesByType("resource").some((entry) => entry.name.includes(`/${name}-`)),
    late,
  );
  const loaded = await page.evaluate(() => {
    const shown = performance.getEntriesByName("heading-shown")[0]?.startTime ?? 0;
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return entries.map(({ name, startTime }) => ({ address: name, needed: startTime <= shown }));
  });
  await session.detach();
  const code = loaded.filter(({ address }) => /\.(js|css)$/.test(address));
  const addresses = (needed: boolean) =>
    code.filter((file) => file.needed === needed).map((file) => file.address);
  return { needed: await weigh(addresses(true)), later: await weigh(addresses(false)) };
}

/** The compressed sizes of the app's files. */
function weigh(addresses: readonly string[]): Promise<LoadedFile[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const response = await fetch(address);
      const body = Buffer.from(await response.arrayBuffer());
      return { path: new URL(address).pathname, bytes: gzipSync(body).byteLength };
    }),
  );
}

/** Runs in the page: marks the end of the first frame with a visible heading. */
function markFirstHeading(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector("h1")?.checkVisibility() !== true) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark("heading-shown")));
  });
  observer.observe(document, { childList: true, subtree: true });
}
