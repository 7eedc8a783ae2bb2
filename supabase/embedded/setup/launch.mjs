// Starts the backend under Deno, forwards signals and ends with its exit code. The backend watches
// its standard input, a pipe from this process, so that it also ends when this process is killed.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { denoBinary } from "./deno-binary.mjs";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const permissions = ["net", "read", "write", "env", "sys", "run", "ffi"].map(
  (name) => `--allow-${name}`,
);

const backend = spawn(
  denoBinary(),
  ["run", "--quiet", "--no-prompt", "--no-remote", ...permissions, main, "--end-with-stdin"],
  { stdio: ["pipe", "inherit", "inherit"], env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } },
);

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => backend.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
backend.on("error", (error) => {
  console.error(`Deno cannot be started: ${error.message}`);
  process.exitCode = 1;
});
backend.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  process.exit();
});
