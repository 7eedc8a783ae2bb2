import { gzipSync } from "node:zlib";
import type { Page } from "playwright";

/** A file of the app that a page has loaded. */
export interface LoadedFile {
  /** Path on the server. */
  path: string;
  /** Bytes after gzip, whatever compression the server uses. */
  bytes: number;
}

export interface FirstLoad {
  /** Scripts and stylesheets requested before the page's heading was on the screen. */
  needed: LoadedFile[];
  /** Those requested after that. */
  later: LoadedFile[];
}

/**
 * A slow 4G connection, which shows which file waits for which. In bytes per second and
 * milliseconds.
 */
const SLOW = { downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 150 };

/**
 * Opens an address as if for the first time, without caches or a service worker, and reports which
 * code it needed to show its heading.
 * @param late name of the chunk that a page loads last: its arrival ends the measurement
 */
export async function firstLoad(page: Page, url: string, late: string): Promise<FirstLoad> {
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
export function weigh(addresses: readonly string[]): Promise<LoadedFile[]> {
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
