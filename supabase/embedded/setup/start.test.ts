// @module-tag rest
// @module-tag long

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const BANNER = "EXPERIMENTAL";

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "field-agents-first-start-"));
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", listed, { cwd: repository, encoding: "utf8" });
  for (const file of files
    .trim()
    .split("\n")
    .filter((it) => existsSync(join(repository, it)))) {
    cpSync(join(repository, file), join(copy, file), { force: false });
  }
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Starts the copy as a person does. @returns the lines up to the one that says it is ready */
async function start(...parameters: string[]): Promise<string[]> {
  const child = spawn("npm", ["start", ...parameters], {
    cwd: copy,
    env: { ...process.env, PORT: "0", DATA_DIR: "", LOG_LEVEL: "", NO_COLOR: "1" },
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

test("the first start prints a few lines about its steps, and everything with --verbose", async () => {
  const quiet = await start();
  expect(quiet.length).toBeLessThanOrEqual(12);
  expect(quiet.join("\n")).toMatch(/^Building the app… done in \d+ s\.\nStarting the server/m);
  expect(quiet.join("\n")).not.toContain(BANNER);

  rmSync(join(copy, "dist"), { recursive: true });
  const verbose = (await start("--", "--verbose")).join("\n");
  expect(verbose).toContain("modules transformed");
  expect(verbose).toContain(BANNER);
});
