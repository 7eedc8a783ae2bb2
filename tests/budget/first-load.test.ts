import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FirstLoad, firstLoad, type LoadedFile } from "../support/e2e/first-load.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

/** Compressed bytes; 1 kB is 1000 of them. */
const SCRIPT_LIMIT = 170_000;
const STYLE_LIMIT = 25_000;
const PRECACHE_LIMIT = 1_000_000;

/** Chunks that no page may wait for: what talks to the backend, and the sync engine. */
const BACKEND = "backend";
const SYNC = "page-sync";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

it("loads little before each page shows, and the backend's code and the sync after it", async () => {
  const browser = await stack.browser();
  const page = await browser.newPage();
  const at = (path: string) => `${stack.network.url}${path}`;
  const loads: Record<string, FirstLoad> = {};
  loads["/"] = await firstLoad(page, at("/"), BACKEND);
  loads["/auth"] = await firstLoad(page, at("/auth"), BACKEND);
  await page.close();
  const signedIn = await browser.newPage();
  await signInAs(signedIn, stack.network.url, TECHNICIAN);
  for (const path of ["/dashboard", "/voice-agent", "/history"]) {
    loads[path] = await firstLoad(signedIn, at(path), SYNC);
  }
  await browser.close();

  console.table(
    Object.fromEntries(
      Object.entries(loads).map(([path, { needed, later }]) => [
        path,
        {
          "JS kB": kilobytes(total(needed, ".js")),
          "JS limit": kilobytes(SCRIPT_LIMIT),
          "CSS kB": kilobytes(total(needed, ".css")),
          "CSS limit": kilobytes(STYLE_LIMIT),
          "JS later kB": kilobytes(total(later, ".js")),
        },
      ]),
    ),
  );
  for (const [p, l] of Object.entries(loads)) console.log(p, "\n needed", l.needed.map(f=>f.path.slice(8)+" "+f.bytes).join("\n   "), "\n later", l.later.map(f=>f.path.slice(8)+" "+f.bytes).join(" "));
});

function total(files: readonly LoadedFile[], extension: ".js" | ".css"): number {
  return files
    .filter(({ path }) => path.endsWith(extension))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
