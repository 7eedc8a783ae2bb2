// Measures how long the search of the manuals takes on a device, in a real browser: `npm run
// bench:device-search`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChromiumProcess, startChromium } from "../support/e2e/chromium.ts";
import type { DeviceSearchBench } from "./device-search-page.ts";

const FILES = 300;
const PASSAGES = 50_000;
const QUESTIONS = 100;
const SLOWER = 4;
const LIMIT_MS = 150;

let folder: string;
let server: Server;
let browser: ChromiumProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "field-agents-bench-"));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@contracts": join(root, "supabase/functions/_shared/contracts") } },
    worker: { format: "es" },
    build: {
      outDir: join(folder, "page"),
      rolldownOptions: {
        input: join(root, "tests/bench/device-search-page.ts"),
        output: { entryFileNames: "page.js" },
      },
    },
  });
  writeFileSync(
    join(folder, "page", "index.html"),
    '<!doctype html><script type="module" src="/page.js"></script>',
  );
  server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : (request.url ?? "").slice(1);
    const type = extname(name) === ".js" ? "text/javascript" : "text/html";
    const path = join(folder, "page", name);
    if (existsSync(path)) response.writeHead(200, { "content-type": type }).end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await startChromium({ profile: join(folder, "profile"), microphone: "", camera: "" });
});
afterAll(async () => {
  await browser.kill();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it("answers a question from 50,000 passages fast enough for a waiting person", async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  await open(page);
  await call(page, "fill", FILES, PASSAGES);
  const indexing = await call(page, "ask", "");

  // A new page has its own worker, which loads the indexes from the mirror.
  await open(page);
  const first = await call(page, "ask", await call(page, "question"));
  const times: number[] = [];
  let found = 0;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const answer = await call(page, "ask", await call(page, "question"));
    times.push(answer.took);
    found += answer.found > 0 ? 1 : 0;
  }
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  for (let asked = 0; asked < QUESTIONS / 5; asked += 1) {
    await call(page, "ask", await call(page, "question"));
  }
  const longest = await call(page, "longestTask");

  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? 0;
  // The DevTools protocol slows down the page but not its workers, so times are measured at full
  // speed and multiplied.
  const row = (name: string, took: number) => ({
    [name]: {
      "this machine, ms": Math.round(took),
      [`${SLOWER}x slower, ms`]: Math.round(SLOWER * took),
    },
  });
  console.log(
    `${PASSAGES} passages in ${FILES} files, ${found} of ${QUESTIONS} questions found something; ` +
      `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.table({
    ...row("p50", at(0.5)),
    ...row("p95", at(0.95)),
    ...row("slowest", at(1)),
    ...row("first, indexes in place", first.took),
    ...row("making the indexes", indexing.took),
  });
  console.log(
    `Longest task of the page, slowed ${SLOWER}x: ${Math.round(longest)} ms (0: under 50)`,
  );
  expect(SLOWER * at(0.95)).toBeLessThanOrEqual(LIMIT_MS);
  expect(longest).toBeLessThanOrEqual(50);
});

async function open(page: Page): Promise<void> {
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => "bench" in window);
}

function call<Name extends keyof DeviceSearchBench>(
  page: Page,
  name: Name,
  ...parameters: Parameters<DeviceSearchBench[Name]>
): Promise<Awaited<ReturnType<DeviceSearchBench[Name]>>> {
  return page.evaluate(
    ([method, given]) => {
      const bench = Reflect.get(window, "bench") as Record<string, (...all: unknown[]) => unknown>;
      return bench[method]?.(...given) as never;
    },
    [name, parameters] as [string, unknown[]],
  );
}
