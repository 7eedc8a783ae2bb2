// @ts-check
// `npm run dev`: the backend on a free port, and Vite in front of it. Vite's settings read
// BACKEND_URL and pass the backend's addresses on.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const launcher = fileURLToPath(new URL("./launch.mjs", import.meta.url));
const vite = fileURLToPath(new URL("../../../node_modules/vite/bin/vite.js", import.meta.url));
const repository = fileURLToPath(new URL("../../../", import.meta.url));

const backend = spawn(process.execPath, [launcher], {
  stdio: ["inherit", "pipe", "inherit"],
  env: { ...process.env, PORT: "0", PUBLIC_URL: "" },
});
/** @type {import("node:child_process").ChildProcess | undefined} */
let frontend;

createInterface({ input: backend.stdout }).on("line", (line) => {
  console.log(line);
  const address = /^Field Agents is ready at (\S+)$/.exec(line)?.[1];
  if (!address || frontend) return;
  frontend = spawn(process.execPath, [vite], {
    cwd: repository,
    stdio: "inherit",
    env: { ...process.env, BACKEND_URL: address },
  });
  frontend.on("exit", (code) => {
    process.exitCode = code ?? 1;
    backend.kill("SIGTERM");
  });
});

backend.on("exit", (code) => {
  process.exitCode ||= code ?? 1;
  frontend?.kill("SIGTERM");
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, () => {
    backend.kill(signal);
    frontend?.kill(signal);
  });
}
