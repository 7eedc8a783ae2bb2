// Times starts of the app without a network, beside pages that show next to nothing:
//   npm run bench:start
//   npm run bench:start -- --starts 9 --slowdowns 4 --routes /history,/dashboard
import { randomUUID } from "node:crypto";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { rest } from "#tests/support/backend.ts";
import { type Stack, startStack, TECHNICIAN } from "#tests/support/e2e/stack.ts";
import { signInAs, untilInstalled } from "#tests/support/e2e/voice-pages.ts";
import { buildWithFloors, FLOOR_PATHS } from "./floors.ts";
import { type Start, timeStart } from "./one-start.ts";
import { milestoneRow, paintRow, workRow } from "./rows.ts";

/** A technician's pages. */
const ROUTES = [
  "/dashboard",
  "/voice-agent",
  "/snap-agent",
  "/label-agent",
  "/ask-agent",
  "/history",
  "/settings",
];
const PROFILE = "technician";
/** Entries in the technician's history. */
const ENTRIES = 40;

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "5" },
    slowdowns: { type: "string", default: "1,4" },
    routes: { type: "string", default: ROUTES.join(",") },
  },
});
const paths: Record<string, string> = {
  ...FLOOR_PATHS,
  ...Object.fromEntries(values.routes.split(",").map((route) => [route, route])),
};

const app = await buildWithFloors();
const stack = await startStack({ withProvider: false, env: { APP_DIR: app.folder } });
try {
  await writeHistory(stack);
  await install(stack);
  stack.network.cut();
  for (const slowdown of values.slowdowns.split(",").map(Number)) {
    const load = loadavg()[0]?.toFixed(1);
    console.log(`\nProcessor ${slowdown} times slower; ${cpus().length} cores, load ${load}`);
    print(await timeAll(slowdown));
  }
} finally {
  await stack.stop();
  await app.remove();
}

/** Gives the technician a history, whose newest entries are on the first screen of its page. */
async function writeHistory({ backend, userId }: Stack): Promise<void> {
  const user_id = await userId(TECHNICIAN);
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
async function install({ browser: startBrowser, network }: Stack): Promise<void> {
  const browser = await startBrowser(PROFILE);
  const page = await browser.newPage();
  await signInAs(page, network.url, TECHNICIAN);
  await untilInstalled(page);
  for (const path of Object.values(paths)) {
    await page.goto(`${network.url}${path}`, { waitUntil: "networkidle" });
  }
  await browser.close();
}

/** Takes turns, so that a busy minute of the machine does not hit one page alone. */
async function timeAll(slowdown: number): Promise<Map<string, Start[]>> {
  const starts = new Map<string, Start[]>(Object.keys(paths).map((name) => [name, []]));
  for (let turn = 0; turn < Number(values.starts); turn += 1) {
    for (const [name, path] of Object.entries(paths)) {
      const browser = await stack.browser(PROFILE);
      starts.get(name)?.push(await timeStart(browser, `${stack.network.url}${path}`, slowdown));
      await browser.close();
    }
  }
  return starts;
}

function print(starts: ReadonlyMap<string, Start[]>): void {
  const floor = starts.get("React and Mantine, one button") ?? [];
  const table = (row: (some: Start[]) => object) =>
    console.table(Object.fromEntries([...starts].map(([name, some]) => [name, row(some)])));
  console.log("Largest paint, ms:");
  table((some) => paintRow(some, floor));
  console.log("Work of the page's main thread until then, ms (medians):");
  table(workRow);
  console.log("What had happened when, ms (medians):");
  table(milestoneRow);
}
