// @ts-check
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The Deno executable of the npm package `deno`, without the package's own wrapper: the wrapper
 * waits in a synchronous call and forwards no signals. Works also when the package's install script
 * was not allowed to run.
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
