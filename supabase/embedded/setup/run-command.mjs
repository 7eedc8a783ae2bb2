// `node run-command.mjs <script> <argument>…`: runs a script of the backend under Deno, and ends with
// its exit code.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { denoBinary } from "./deno-binary.mjs";

const [script = "", ...parameters] = process.argv.slice(2);
const permissions = ["net", "read", "write", "env", "sys", "run", "ffi"].map(
  (name) => `--allow-${name}`,
);

const command = spawn(
  denoBinary(),
  [
    ...["run", "--quiet", "--no-prompt", "--no-remote", ...permissions],
    fileURLToPath(new URL(`../${script}`, import.meta.url)),
    ...parameters,
  ],
  { stdio: "inherit", env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } },
);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => command.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
command.on("error", (error) => {
  console.error(`Deno cannot be started: ${error.message}`);
  process.exitCode = 1;
});
command.on("exit", (code, signal) => {
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
});
