// @ts-check
// `npm start [-- --verbose]`: installs and builds what is missing, then starts the backend. With
// npm's option --ignore-scripts, it only starts the backend.
import { whenNpmIsGone } from "./npm-process.mjs";

if (process.env.npm_config_ignore_scripts !== "true") {
  let isPrepared = false;
  void whenNpmIsGone(() => {
    if (!isPrepared) process.kill(process.pid, "SIGTERM");
  });
  process.argv.push("--serve");
  await import("./prepare.mjs");
  isPrepared = true;
  process.argv.push("--progress");
}
await import("./launch.mjs");
