// Runs main.ts, a TypeScript file that Node does not load by itself.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Without these handlers an interrupted benchmark would leave its browsers running: they end when
// this process exits.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)), { configFile: false });
