// @module-tag rest
// @module-tag long

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const BANNER = "EXPERIMENTAL";
/** What a fresh copy of the repository does not have. */
const LEFT_OUT = [".git", ".cache", "dist", "node_modules", "supabase/.data"];

let copy: string;
beforeAll(() => {
  mkdirSync(join(repository, ".cache"), { recursive: true });
  copy = mkdtempSync(join(repository, ".cache/first-start-"));
  const filter = (path: string) => !LEFT_OUT.includes(relative(repository, path));
  for (const name of readdirSync(repository)) {
    cpSync(join(repository, name), join(copy, name), { recursive: true, filter });
  }
  // Hard links: the server's processes may read no files outside the copy.
  execFileSync("cp", ["-al", join(repository, "node_modules"), copy]);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Starts the copy as a person does. @returns the lines up to the one that says it is ready */
async function start(...parameters: string[]): Promise<string[]> {
  // The settings of the person who runs the tests must not change the start.
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start", ...parameters], {
    cwd: copy,
    env: { PATH, HOME, PORT: "0", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ended = once(child, "close");
  await new Promise((resolve) => {
    void ended.then(resolve);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        if (/^Field Agents is ready at \S+$/m.test(printed)) resolve(undefined);
      });
    }
  });
  child.kill("SIGTERM");
  await ended;
  const lines = printed.split("\n");
  const ready = lines.findIndex((line) => line.startsWith("Field Agents is ready at http"));
  expect(ready, printed).toBeGreaterThan(0);
  return lines.slice(0, ready + 1);
}

test("the first start prints a few lines about its steps, and no banner of a library", async () => {
  const lines = await start();
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.join("\n")).toMatch(/^Building the app… done in \d+ s\.\nStarting the server/m);
  expect(lines.join("\n")).not.toContain(BANNER);
  // The app is built: what remains to be printed is the log.
  expect((await start("--", "--verbose")).join("\n")).toContain(BANNER);
});
