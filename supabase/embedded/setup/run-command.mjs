// `node run-command.mjs <script> <argument>…`: runs a script of the backend under Deno, and ends with
// its exit code.
import { fileURLToPath } from "node:url";
import { runDeno } from "./run-deno.mjs";

const [script = "", ...parameters] = process.argv.slice(2);
const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
const command = runDeno(path, parameters, "inherit");
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => command.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
}
