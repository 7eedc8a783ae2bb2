// @ts-check
// `node prepare.mjs [--build]`: installs the packages when they are missing or older than the lock
// file, and with --build builds the app when the build is older than its sources. Needs nothing but
// Node, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

const sources = [
  "src",
  "sw",
  "public",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "supabase/functions/_shared/contracts",
];

installWhenNeeded();
if (process.argv.includes("--build")) buildWhenNeeded();

function installWhenNeeded() {
  // npm writes this file at the end of every installation.
  const installed = changedAt("node_modules/.package-lock.json");
  const wanted = Math.max(changedAt("package-lock.json"), changedAt("package.json"));
  if (installed > 0 && installed >= wanted) return;
  console.log("Installing packages…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Not `npm ci`: it refuses a lock file that lacks the packages of another platform. `npm install`
  // follows the lock file as well.
  run(npm, ["install", "--no-save"], {
    failure: "The packages could not be installed; npm says why above.",
  });
  // An installation that had nothing to change does not update the file's date.
  const marker = join(repository, "node_modules/.package-lock.json");
  if (existsSync(marker)) utimesSync(marker, new Date(), new Date());
}

function buildWhenNeeded() {
  // There is no app to build in a checkout of the backend alone.
  if (!existsSync(join(repository, "index.html"))) return;
  const built = changedAt("dist/index.html");
  if (built > 0 && built >= Math.max(...sources.map(newestBelow))) return;
  console.log("Building the app…");
  run(process.execPath, [join(repository, "node_modules/vite/bin/vite.js"), "build"], {
    failure: "The app could not be built; the messages above say why.",
  });
}

/**
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ failure: string }} texts
 */
function run(command, parameters, { failure }) {
  const { status } = spawnSync(command, parameters, {
    cwd: repository,
    stdio: "inherit",
    shell: process.platform === "win32" && command.endsWith(".cmd"),
  });
  if (status === 0) return;
  console.error(failure);
  process.exit(1);
}

/**
 * @param {string} path relative to the repository
 * @returns {number} milliseconds, 0 when there is nothing
 */
function changedAt(path) {
  return statSync(join(repository, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * The latest change of a file, or of anything in a folder; a folder's own date shows removals.
 * @param {string} path relative to the repository
 * @returns {number} milliseconds, 0 when there is nothing
 */
function newestBelow(path) {
  const stats = statSync(join(repository, path), { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(join(repository, path)).map((name) => newestBelow(`${path}/${name}`));
  return Math.max(stats.mtimeMs, ...below);
}
