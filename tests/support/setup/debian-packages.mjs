// @ts-check
// Installs packages of Debian that tests need. Plain Node, because it runs before any package of npm
// is installed.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether packages can be installed here: on Debian, by root. */
export const mayInstall = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/**
 * Installs packages, without what they only recommend.
 * @param {string[]} names
 * @returns {boolean} whether all of them are installed now
 */
export function installDebianPackages(...names) {
  if (spawnSync("dpkg-query", ["--show", ...names]).status === 0) return true;
  if (!mayInstall()) return false;
  console.log(`Installing Debian's packages for the tests: ${names.join(", ")}.`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", UCF_FORCE_CONFFOLD: "1" };
  /** @param {string[]} parameters */
  const apt = (...parameters) => {
    const run = spawnSync("apt-get", ["-q", "-y", ...parameters], { encoding: "utf8", env });
    if (run.status !== 0) console.error(run.stderr);
    return run.status === 0;
  };
  return apt("update") && apt("install", "--no-install-recommends", ...names);
}
