// Times starts of the app without a network, beside a page of React and Mantine with one button:
//   npm run bench:start
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { rest } from "#tests/support/backend.ts";
import type { ChromiumProcess } from "#tests/support/e2e/chromium.ts";
import { PHONE } from "#tests/support/e2e/screens.ts";
import { type Stack, startStack } from "#tests/support/e2e/stack.ts";
import { signInAs, untilInstalled } from "#tests/support/e2e/voice-pages.ts";
import { ratio, spreadOf } from "../spread.ts";

const DIST = fileURLToPath(new URL("../../../dist", import.meta.url));

/** The path of a page of React and Mantine with one button. */
const FLOOR = "/floors/mantine.html";
const PROFILE = "technician";
/** Entries in the technician's history. */
const ENTRIES = 40;
/** The largest paint counts as final when no larger one followed for so long. */
const QUIET_MS = 1_500;

const STARTS = 5;
const SLOWDOWNS = [1, 4];
const paths = [FLOOR, "/dashboard", "/voice-agent", "/history"];
const app = await buildWithFloor();
const stack = await startStack({
  ...{ withProvider: false, ownBackend: true, env: { APP_DIR: app.folder } },
});
try {
  await writeHistory(stack);
  await install(stack);
  stack.network.cut();
  for (const slowdown of SLOWDOWNS) {
    const load = loadavg()[0]?.toFixed(1);
    console.log(`\nProcessor ${slowdown} times slower; ${cpus().length} cores, load ${load}`);
    const starts = await timeAll(slowdown);
    const floor = spreadOf(starts.get(FLOOR) ?? []).median;
    const rows = [...starts].map(([path, times]) => {
      const { min, median, max } = spreadOf(times.map(Math.round));
      return [path, { min, median, max, "to React and Mantine": ratio(median, floor) }];
    });
    console.log("Until the largest text or picture, ms");
    console.table(Object.fromEntries(rows));
  }
} finally {
  await stack.stop();
  await app.remove();
}
process.exit(0);

/**
 * Copies the built app into a temporary folder, and adds the page to it: it is built as the app is,
 * and the app's service worker stores and serves it.
 * @returns the folder, for the caller to remove with `remove`
 */
async function buildWithFloor(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-bench-start-"));
  await cp(DIST, folder, { recursive: true }).catch(() => {
    throw new Error("Build the app first: npm run build");
  });
  const root = fileURLToPath(new URL("floors", import.meta.url));
  await build({
    root,
    base: "/floors/",
    configFile: false,
    logLevel: "warn",
    plugins: [react()],
    build: {
      outDir: join(folder, "floors"),
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, "mantine.html") },
    },
  });
  await storeAtInstall(folder);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Adds the page's files to the list of those that the worker stores when it is installed. */
async function storeAtInstall(folder: string): Promise<void> {
  const worker = join(folder, "service-worker.js");
  const text = await readFile(worker, "utf8");
  const names = await readdir(join(folder, "floors"), { recursive: true });
  const added = names
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `{"revision":"1","url":"floors/${name}"},`);
  const first = '{"revision":';
  if (!text.includes(`[${first}`)) throw new Error("The worker's list of files was not found");
  await writeFile(worker, text.replace(`[${first}`, `[${added.join("")}${first}`));
}

/** Gives the technician a history, whose newest entries are on the first screen of its page. */
async function writeHistory({ backend, userId, technician }: Stack): Promise<void> {
  const user_id = await userId(technician);
  const logs = Array.from({ length: ENTRIES }, (_, n) => ({
    ...{ id: randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
    input_data: `Unit ${n}: the run capacitor is bulging, and the fan starts late.`,
    output_summary: "**Found:** bulging run capacitor. **Done:** isolated. **Needed:** a new one.",
    captured_at: new Date(Date.now() - n * 3_600_000).toISOString(),
  }));
  const { status } = await rest(backend, "service", "POST", "agent_logs", logs);
  if (status !== 201) throw new Error(`The history was answered with ${status}`);
}

/** Installs the app on a device whose technician has signed in, and waits until all is stored. */
async function install({ browser: startBrowser, network, technician }: Stack): Promise<void> {
  const browser = await startBrowser(PROFILE);
  const page = await browser.newPage();
  await signInAs(page, network.url, technician);
  await untilInstalled(page);
  for (const path of paths) await page.goto(network.url + path, { waitUntil: "networkidle" });
  await browser.close();
}

/** Takes turns, so that a busy minute of the machine does not hit one page alone. */
async function timeAll(slowdown: number): Promise<Map<string, number[]>> {
  const starts = new Map<string, number[]>(paths.map((path) => [path, []]));
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const path of paths) {
      const browser = await stack.browser(PROFILE);
      starts.get(path)?.push(await timeStart(browser, stack.network.url + path, slowdown));
      await browser.close();
    }
  }
  return starts;
}

/**
 * Opens a page in a browser that has just been started.
 * @returns ms from the navigation until its largest text or picture was painted
 */
async function timeStart(browser: ChromiumProcess, url: string, slowdown: number) {
  const page = await browser.newPage();
  await page.setViewportSize(PHONE);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load" });
  return page.evaluate(
    (quietMs) =>
      new Promise<number>((resolve) => {
        let timer: ReturnType<typeof setTimeout>;
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1)?.startTime ?? Number.NaN;
          clearTimeout(timer);
          timer = setTimeout(() => resolve(largest), quietMs);
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
    QUIET_MS,
  );
}
