// Measures how fast the app keeps and sends what people make, in a browser and against one server:
//   npm run bench:sync
//   npm run bench:sync -- --only drain
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startChromium } from "#tests/support/e2e/chromium.ts";
import { bundle } from "../pages.ts";
import { Ledger } from "./ledger.ts";
import { measureDrain, measureEnqueue } from "./speed.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "enqueue,drain" } } });
const chosen = values.only.split(",");

const folder = mkdtempSync(join(tmpdir(), "field-agents-bench-sync-"));
await bundle(fileURLToPath(new URL("own-page.ts", import.meta.url)), folder, "own.js");
const ledger = await Ledger.start(folder);
const profile = join(folder, "profile");
const browser = await startChromium({ profile, microphone: "", camera: "" });
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  if (chosen.includes("enqueue")) {
    print("Until it is kept", await measureEnqueue(ledger, browser.context));
  }
  if (chosen.includes("drain")) {
    print("Until all has arrived", await measureDrain(ledger, browser.context));
  }
} finally {
  await browser.kill();
  await ledger.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);

function print(title: string, rows: object): void {
  console.log(`\n${title}`);
  console.table(rows);
}
