// @ts-check
// `npm start [-- --verbose]`: installs and builds what is missing, then starts the backend. With
// npm's option --ignore-scripts, it only starts the backend.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { whenNpmIsGone } from "./npm-process.mjs";

if (process.env.npm_config_ignore_scripts !== "true") {
  await prepare();
  process.argv.push("--progress");
}
await import("./launch.mjs");

/** Ends this process when it fails, or when the npm that has started it is gone. */
async function prepare() {
  const script = fileURLToPath(new URL("./prepare.mjs", import.meta.url));
  const parameters = [script, "--serve", ...process.argv.slice(2)];
  const preparation = spawn(process.execPath, parameters, { stdio: "inherit" });
  let isDone = false;
  const stop = () => {
    if (!isDone) preparation.kill();
  };
  process.on("SIGTERM", stop);
  whenNpmIsGone(stop);
  const [code] = await once(preparation, "exit");
  isDone = true;
  process.off("SIGTERM", stop);
  if (code !== 0) process.exit(code ?? 1);
}
