import { afterAll, beforeAll, expect, it } from "vitest";
import { type FirstLoad, firstLoad, type LoadedFile, weigh } from "../support/e2e/first-load.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

/** Compressed bytes. */
const SCRIPT_LIMIT = 170_000;
const STYLE_LIMIT = 25_000;
const PRECACHE_LIMIT = 700_000;

/** Chunks that a page must not need before it shows: the backend client and the sync engine. */
const BACKEND = "backend";
const SYNC = "page-sync";

const OPEN = ["/", "/auth"];
const SIGNED_IN = ["/dashboard", "/voice-agent"];

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

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
