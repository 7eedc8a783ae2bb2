// Runs main.ts, which Node does not read by itself.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

// Without this a bench that is cut off would leave its browsers behind: they end at this process's exit.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

await runnerImport(fileURLToPath(new URL("main.ts", import.meta.url)), { configFile: false });
