// `node launch.mjs [--verbose] [--progress]`: starts the backend under Deno, passes requests to stop
// on to it and ends with its exit code. Each request is a line on the backend's standard input:
// signals cannot be passed on on Windows, and end the process there. The pipe also closes when this
// process is killed, and the backend ends with it. With --verbose, everything is logged.
// --progress says that a person waits: a terminal then shows that the start goes on.
import { fileURLToPath } from "node:url";
import { whenNpmIsGone } from "./npm-process.mjs";
import { runDeno } from "./run-deno.mjs";

if (process.argv.includes("--verbose")) process.env.LOG_LEVEL ||= "debug";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const { stdin } = runDeno(main, ["--launched", ...process.argv.slice(2)], "pipe");
// The backend may be gone already: then there is nothing to ask.
stdin?.on("error", () => {});

const askToStop = () => void stdin?.write("stop\n");
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, askToStop);
}
void whenNpmIsGone(askToStop);
