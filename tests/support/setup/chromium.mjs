// @ts-check
// Finds a Chromium for the browser tests, or installs one. Plain Node, because it runs before any
// package is installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDebianPackages } from "./debian-packages.mjs";

const playwright = fileURLToPath(new URL("../../../node_modules/playwright", import.meta.url));
/** The download folder, inside node_modules, so that removing the packages removes it too. */
const downloads = fileURLToPath(
  new URL("../../../node_modules/.cache/ms-playwright", import.meta.url),
);

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FIXED_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @type {string | null} */
let found = null;

/** Every path that may hold the system's own Chromium or Chrome; CHROMIUM_PATH comes first. */
function systemCandidates() {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter).filter(Boolean)];
  return [
    ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...FIXED_PLACES,
  ];
}

/** The paths of Playwright's own build, downloaded or not: our folder first, then the user's. */
function playwrightCandidates() {
  if (!existsSync(playwright)) return [];
  // In a separate process, because Playwright fixes its folder when it is first imported.
  const ask = "process.stdout.write(require(process.argv[1]).chromium.executablePath())";
  return [{ PLAYWRIGHT_BROWSERS_PATH: downloads }, {}].map((env) => {
    const told = spawnSync(process.execPath, ["-e", ask, playwright], {
      encoding: "utf8",
      env: { ...process.env, ...env },
    });
    return told.stdout;
  });
}

/**
 * Whether it starts here: Ubuntu's `chromium-browser` may only be a hint to install a snap, and a
 * downloaded build may miss a library.
 * @param {string} path
 */
function runs(path) {
  if (path === "" || !existsSync(path)) return false;
  // On Windows, Chrome opens a window instead of printing its version.
  return process.platform === "win32" || spawnSync(path, ["--version"]).status === 0;
}

/** @returns {string | null} */
function look() {
  found ??= systemCandidates().find(runs) ?? playwrightCandidates().find(runs) ?? null;
  return found;
}

function downloadWithPlaywright() {
  if (!existsSync(playwright)) return;
  spawnSync(process.execPath, [join(playwright, "cli.js"), "install", "--no-shell", "chromium"], {
    stdio: "inherit",
    env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: downloads },
  });
}

/**
 * The executable of a Chromium that runs here.
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const path = look();
  if (path === null) {
    throw new Error("There is no Chromium on this machine: `npm test` installs one.");
  }
  return path;
}

/**
 * The executable of a Chromium that runs here: the system's, else Playwright's download, else
 * Debian's package. Rejects with one sentence when none can be found or installed.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  if (look() === null) {
    console.log("Installing Chromium for the browser tests…");
    downloadWithPlaywright();
  }
  if (look() === null) installDebianPackages("chromium");
  const path = look();
  if (path === null) {
    throw new Error(
      "The browser tests need Chromium or Chrome and found none to use or install; set CHROMIUM_PATH to its executable.",
    );
  }
  return path;
}
