// @module-tag rest
// @module-tag long

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const BANNER = "EXPERIMENTAL";
/** What a terminal shows until the server is ready. */
const PROGRESS = "Starting the server and its database…\r\u001b[K";
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

// The settings of the person who runs the tests must not change the start.
const { PATH, HOME } = process.env;
const env = { PATH, HOME, PORT: "0", NO_COLOR: "1", SHELL: "/bin/sh" };

/**
 * Starts the copy as a person does, calls `whenReady` with its address, and stops it.
 * @param how on a terminal, where Ctrl+C stops it, or with parameters
 * @returns the lines that it printed before it was stopped
 */
async function start(
  how: "on a terminal" | string[],
  whenReady: (url: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const options = { cwd: copy, env, stdio: "pipe" } as const;
  const onTerminal = how === "on a terminal";
  const child = onTerminal
    ? spawn("script", ["-qefc", "npm start --silent", "/dev/null"], options)
    : spawn("npm", ["start", ...how], options);
  // The provider is named after the address, and the file of the log after that.
  const last = onTerminal ? /^The log is in \S+\r\n/m : /see README to connect one\n/;
  let printed = "";
  const ended = once(child, "close");
  const url = await new Promise<string | undefined>((resolve) => {
    void ended.then(() => resolve(undefined));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const [, address] = /Field Agents is ready at (\S+)/.exec(printed) ?? [];
        if (address && last.test(printed)) resolve(address);
      });
    }
  });
  expect(url, printed).toBeDefined();
  await whenReady(String(url));
  const lines = printed.replace(PROGRESS, "").split(/\r?\n/);
  if (onTerminal) child.stdin.write("\x03");
  else child.kill("SIGTERM");
  await ended;
  return lines;
}

const logFolder = () => join(copy, "supabase/.data/log");
const logged = (name = "server.log") => readFileSync(join(logFolder(), name), "utf8");

// The arguments of `script` are those of Linux.
test.runIf(process.platform === "linux")(
  "on a terminal, the first start prints one line for each thing to know, and requests are logged to a file of limited size",
  async () => {
    const visit = async (url: string) => {
      expect((await fetch(`${url}/config.json`)).status).toBe(200);
      await expect.poll(() => logged()).toContain("/config.json 200");
    };
    const lines = await start("on a terminal", visit);
    expect(lines.filter(Boolean)).toEqual([
      // The packages are there already; to install them would be a line like this.
      expect.stringMatching(/^Building the app… done in \d+ s\.$/),
      expect.stringMatching(/^Field Agents is ready at http\S+$/),
      expect.stringMatching(/^Accounts with the password field-demo: (\S+@demo\.example(, |$)){3}/),
      "No AI provider: speech is understood here, answers are passages; see README to connect one",
      `The log is in ${join(logFolder(), "server.log")}`,
    ]);
    expect(statSync(join(logFolder(), "server.log")).mode & 0o077).toBe(0);

    appendFileSync(join(logFolder(), "server.log"), "x".repeat(10_000_000));
    await start("on a terminal", async (url) => {
      await fetch(`${url}/config.json`);
      await expect.poll(() => readdirSync(logFolder()).length).toBe(2);
      await visit(url);
    });
    expect(statSync(join(logFolder(), "server.log")).size).toBeLessThan(1_000_000);
  },
);

test("without a terminal, the log is printed; with --verbose, all of it, with the banner of a library", async () => {
  rmSync(logFolder(), { recursive: true, force: true });
  const usual = (await start([])).join("\n");
  expect(usual).not.toContain(BANNER);
  expect(usual).not.toContain("The log is in");
  expect((await start(["--", "--verbose"])).join("\n")).toContain(BANNER);
  expect(existsSync(logFolder())).toBe(false);
});
