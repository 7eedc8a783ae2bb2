// Starts the backend under Deno, passes requests to stop on to it and ends with its exit code. Each
// request is a line on the backend's standard input: signals cannot be passed on on Windows, and end
// the process there. The pipe also closes when this process is killed, and the backend ends with it.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { denoBinary } from "./deno-binary.mjs";
import { whenNpmIsGone } from "./npm-process.mjs";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const permissions = ["net", "read", "write", "env", "sys", "run", "ffi"].map(
  (name) => `--allow-${name}`,
);

const backend = spawn(
  denoBinary(),
  ["run", "--quiet", "--no-prompt", "--no-remote", ...permissions, main, "--launched"],
  { stdio: ["pipe", "inherit", "inherit"], env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } },
);
// The backend may be gone already: then there is nothing to ask.
backend.stdin.on("error", () => {});

const askToStop = () => void backend.stdin.write("stop\n");
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, askToStop);
}
whenNpmIsGone(askToStop);

backend.on("error", (error) => {
  console.error(`Deno cannot be started: ${error.message}`);
  process.exitCode = 1;
});
backend.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  process.exit();
});
