// @ts-check
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";

/**
 * The Deno executable of the npm package `deno`: its own wrapper forwards no signals. Works also when the
 * package's install script was not allowed to run.
 * @returns {string} absolute path
 */
export function denoBinary() {
  const load = createRequire(import.meta.url);
  /** @type {{ runInstall(): string }} */
  const { runInstall } = load("deno/install_api.cjs");
  const path = runInstall();
  if (!existsSync(path)) throw new Error(`There is no Deno at ${path}.`);
  return path;
}

const permissions = ["net", "read", "write", "env", "sys", "run", "ffi"].map(
  (name) => `--allow-${name}`,
);

/**
 * Runs a script of the backend under Deno, in place of this process: it ends with the script's exit
 * code.
 * @param {string} script absolute path
 * @param {readonly string[]} parameters
 * @param {"inherit" | "pipe"} input where the script's standard input comes from
 */
export function runDeno(script, parameters, input) {
  const child = spawn(
    denoBinary(),
    ["run", "--quiet", "--no-prompt", "--no-remote", ...permissions, script, ...parameters],
    { stdio: [input, "inherit", "inherit"], env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" } },
  );
  child.on("error", (error) => {
    console.error(`Deno cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
    process.exit();
  });
  return child;
}
