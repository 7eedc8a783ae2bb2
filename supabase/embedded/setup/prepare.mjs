// @ts-check
// `node prepare.mjs [--build | --serve] [--verbose]`: installs the packages when those in
// node_modules are not those of the lock file. With --build and --serve it also builds the app when
// the build is older than its sources; --serve takes a build as it is where the packages that make
// one are left out. The output of npm and Vite is printed when they fail, and with --verbose.
// Needs nothing but Node, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

/** @typedef {Record<string, string> | undefined} Wishes */
/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, dependencies?: Wishes, devDependencies?: Wishes }} LockedPackage */

const repository = fileURLToPath(new URL("../../../", import.meta.url));

const sources = [
  ...["src", "sw", "public", "index.html", "vite.config.ts", "package-lock.json"],
  "supabase/functions/_shared/contracts",
];

const serve = process.argv.includes("--serve");
const verbose = process.argv.includes("--verbose");
const locked = readPackages("package-lock.json");
const installed = readPackages("node_modules/.package-lock.json");
// There is no app to build in a checkout of the backend alone.
const hasApp = existsSync(join(repository, "index.html"));

refuseOtherLock();
if (serve && isServerInstalled()) {
  if (hasApp) console.log("Serving dist/ as it is: the packages that build it are not installed.");
} else {
  await installWhenNeeded();
  if (hasApp && (serve || process.argv.includes("--build"))) await buildWhenNeeded();
}

/** Ends the process when package.json was changed and the lock file was not: npm would not say so. */
function refuseOtherLock() {
  /** @type {LockedPackage} */
  const wanted = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const root = locked.get("");
  if (
    isDeepStrictEqual(root?.dependencies, wanted.dependencies) &&
    isDeepStrictEqual(root?.devDependencies, wanted.devDependencies)
  ) {
    return;
  }
  console.error(
    "package.json and package-lock.json do not ask for the same packages. Run `npm install`, which brings package-lock.json up to date.",
  );
  process.exit(1);
}

/**
 * Whether all that serves a finished build is here, and what builds one is left out, as after
 * `npm ci --omit=dev`.
 */
function isServerInstalled() {
  const built = !hasApp || existsSync(join(repository, "dist/index.html"));
  return built && !installed.has("node_modules/@vitejs/plugin-react") && isInstalled(["server"]);
}

async function installWhenNeeded() {
  if (isInstalled(["server", "development"])) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // With NODE_ENV=production, npm would leave out the packages that build the app.
  await run(npm, ["ci", "--include=dev"], {
    step: "Installing the packages, which can take some minutes…",
    failure: "The packages could not be installed. The output of npm above says why.",
  });
}

/**
 * Whether the packages in node_modules are those of the lock file. An optional one may be for
 * another platform.
 * @param {("server" | "development")[]} parts
 */
function isInstalled(parts) {
  return [...locked].every(([path, { version, dev, optional }]) => {
    if (path === "") return true;
    const found = installed.get(path);
    if (found) return found.version === version;
    return optional || !parts.includes(dev ? "development" : "server");
  });
}

async function buildWhenNeeded() {
  const built = newestBelow("dist/index.html");
  if (built > 0 && built >= Math.max(...sources.map(newestBelow))) return;
  await run(process.execPath, [join(repository, "node_modules/vite/bin/vite.js"), "build"], {
    step: "Building the app…",
    failure: "The app could not be built. The output of Vite above says why.",
  });
}

/**
 * The packages of a lock file, by where they are installed; none when there is no such file. That
 * of the empty path is this one.
 * @param {string} path relative to the repository
 * @returns {Map<string, LockedPackage>}
 */
function readPackages(path) {
  const file = join(repository, path);
  if (!existsSync(file)) return new Map();
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages));
}

/**
 * Runs a program and prints what is being done, and how long it took. Ends the process when the
 * program fails.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ step: string, failure: string }} texts
 */
async function run(command, parameters, { step, failure }) {
  const begin = Date.now();
  process.stdout.write(verbose ? `${step}\n` : step);
  const child = spawn(command, parameters, {
    cwd: repository,
    stdio: verbose ? "inherit" : ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && command.endsWith(".cmd"),
  });
  process.once("SIGTERM", () => {
    child.kill();
    process.exit(143);
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const [code] = await once(child, "close").catch((error) => {
    output += String(error);
    return [1];
  });
  process.removeAllListeners("SIGTERM");
  if (code === 0) {
    const seconds = Math.round((Date.now() - begin) / 1000);
    console.log(verbose ? `Done in ${seconds} s.` : ` done in ${seconds} s.`);
    return;
  }
  console.error(`\n${output}\n${failure}`);
  process.exit(1);
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
