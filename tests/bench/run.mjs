// Runs a benchmark, a TypeScript file that Node does not load by itself:
//   node tests/bench/run.mjs sync/main.ts …
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Without these handlers an interrupted benchmark would leave its processes running: they end when
// this process exits.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const [script] = process.argv.splice(2, 1);
await runnerImport(fileURLToPath(new URL(script, import.meta.url)), { configFile: false });
