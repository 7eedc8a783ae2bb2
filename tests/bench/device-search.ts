// Measures how long the search of the manuals takes on a device, in a real browser: `npm run
// bench:device-search`. The variable PASSAGES sets another number of passages than 50,000.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChromiumProcess, startChromium } from "../support/e2e/chromium.ts";
import { listenOn } from "../support/loopback.ts";
import type { DeviceSearchPage } from "./device-search-page.ts";
import { manualText } from "./manual-text.ts";
import { answerPage, bundle, callsOf } from "./pages.ts";
import { spreadOf } from "./spread.ts";

const FILES = 300;
const PASSAGES = Number(process.env.PASSAGES ?? 50_000);
const QUESTIONS = 100;
const SLOWER = 4;
const LIMIT_MS = 150;

let folder: string;
let site: Awaited<ReturnType<typeof listenOn>>;
let browser: ChromiumProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "field-agents-bench-"));
  const script = fileURLToPath(new URL("device-search-page.ts", import.meta.url));
  await bundle(script, folder, "search.js");
  const server = createServer((request, response) => {
    if (!answerPage(folder, request, response)) response.writeHead(404).end();
  });
  site = await listenOn(server);
  browser = await startChromium({ profile: join(folder, "profile"), microphone: "", camera: "" });
});
afterAll(async () => {
  await browser.kill();
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("answers a question from 50,000 passages fast enough for a waiting person", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  const call = callsOf<DeviceSearchPage>(page);
  async function open(): Promise<void> {
    await page.goto(`${site.url}/search.html`);
    await page.waitForFunction(() => "bench" in window);
  }
  const text = manualText();
  const each = Math.ceil(PASSAGES / FILES);
  await open();
  await call("list", FILES, each);
  for (let file = 0; file < FILES; file += 1) await call("fill", file, text.manual(each));
  await call("ask", "");

  // A new page has its own worker, which loads the indexes from the mirror.
  await open();
  await call("ask", text.question());
  const times: number[] = [];
  let found = 0;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const answer = await call("ask", text.question());
    times.push(answer.took);
    found += answer.found > 0 ? 1 : 0;
  }
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (let asked = 0; asked < QUESTIONS / 5; asked += 1) await call("ask", text.question());
  const longest = await call("longestTask");

  // The DevTools protocol slows down the page but not its workers, so times are measured at full
  // speed and multiplied.
  const row = (took: number) => ({
    "this machine, ms": Math.round(took),
    [`${SLOWER}x slower, ms`]: Math.round(SLOWER * took),
  });
  const { median, p95, max } = spreadOf(times);
  console.log(
    `${PASSAGES} passages in ${FILES} files, ${found} of ${QUESTIONS} questions found something; ` +
      `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.table({ p50: row(median), p95: row(p95), slowest: row(max) });
  console.log(`Longest task of the page, slowed ${SLOWER}x: ${Math.round(longest)} ms`);
  expect(SLOWER * p95).toBeLessThanOrEqual(LIMIT_MS);
  expect(longest).toBeLessThanOrEqual(50);
});
