import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCLI } from "vitest/node";
import { SETTINGS } from "#supabase/embedded/setup/settings-schema.ts";
import { commandsIn, papers } from "#tests/support/papers.ts";
import packageJson from "../package.json" with { type: "json" };

/** Who runs a command, so that somebody notices when it does not do what a document says. */
type Runner =
  /** A test, by the way that this text names. */
  | { test: string; by: string }
  /** Another command. */
  | { within: "npm test" }
  /** Whoever makes a release, on a fresh clone. */
  | "release";

const HOSTED = { test: "supabase/hosting/deploy.test.ts", by: "operator.deploy" };
const BACKUP = { test: "supabase/embedded/backup/backup.test.ts", by: 'command("backup"' };
const RESTORE = { test: "supabase/embedded/backup/restore.test.ts", by: 'command("restore"' };
const ROTATE_KEYS = {
  test: "supabase/embedded/auth/signing/signing-keys.test.ts",
  by: 'command("rotate-keys"',
};

const RUNNERS: Record<string, Runner> = {
  "npm start": { test: "supabase/embedded/setup/stopping.test.ts", by: "withNpm" },
  "node supabase/embedded/setup/launch.mjs": { test: "tests/support/backend.ts", by: "launch.mjs" },
  "npm run dev": "release",
  "npm run build": { test: "supabase/hosting/deploy.mjs", by: '"build"' },
  "npm ci --omit=dev": "release",
  "npm run backup": BACKUP,
  "npm run backup -- FILE": BACKUP,
  "npm run restore": RESTORE,
  "npm run restore -- FILE": RESTORE,
  "npm run rotate-keys": ROTATE_KEYS,
  "npm run rotate-keys -- --revoke": ROTATE_KEYS,
  "npm run deploy:hosted": HOSTED,
  "npm run deploy:hosted -- login": HOSTED,
  "npm run deploy:hosted -- functions": HOSTED,
  "npm run deploy:hosted -- diff": HOSTED,
  "npm run seed:passages": { test: "supabase/seed/manuals/manuals.test.ts", by: "seed:passages" },
  "npm run typecheck": { within: "npm test" },
  "npm run lint": { within: "npm test" },
  "npm run test:core": { within: "npm test" },
  "npm run test:faults": { within: "npm test" },
  "npm run format": "release",
  "npm test": "release",
  "npm run test:rest": "release",
  "npm run test:node": "release",
  "npm run test:browser": "release",
  "npm run test:unit": "release",
  "npm run test:embedded": "release",
  "npm run test:policies": "release",
  "npm run test:budget": "release",
  "npm run test:security": "release",
  "npm run test:faults -- --long": "release",
  'npm run test:faults -- --replay \'{"schedule":{"seed":1,"path":"81:0"}}\'': "release",
  "npx vitest run --config tests/vitest.config.ts --project e2e chat": "release",
  "npm run bench:sync": "release",
  "npm run bench:update": "release",
  "npm run bench:server": "release",
  "npm run bench:start": "release",
  "npm run bench:taps": "release",
  "npm run bench:reading": "release",
  "npm run bench:reading-sample -- manual.pdf": "release",
  "npm run bench:retrieval": "release",
  "npm run bench:typos": "release",
  "npm run bench:device-search": "release",
  "npm run bench:server-search": "release",
  "npm run bench:speech": "release",
  "npm run bench:speech -- <folder> …": "release",
  "npm run bench:terms": "release",
};

const scripts: Record<string, string> = packageJson.scripts;
const commands = papers.flatMap((paper) => commandsIn(readFileSync(paper, "utf8")));

it("every command of the documents has somebody who runs it, and no other is listed", () => {
  const told = [...new Set(commands.map(({ words }) => words))];
  expect(told.sort()).toEqual(Object.keys(RUNNERS).sort());
});

it.each(Object.entries(RUNNERS))("%s: whoever runs it knows it", (words, runner) => {
  if (runner === "release") return;
  const [code, knows] =
    "within" in runner ? [scripts.test, words] : [readFileSync(runner.test, "utf8"), runner.by];
  expect(code?.includes(knows)).toBe(true);
});

/** The source of the program that a script starts. */
function sourceOf(script: string): string {
  const paths = [...(scripts[script] ?? "").matchAll(/\S+\.(?:mjs|ts)\b/g)].map(([path]) => path);
  // Some are named from the folder of the embedded backend.
  return [...paths, ...paths.map((path) => join("supabase/embedded", path))]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

it("the programs know the options and steps that the documents give them", () => {
  const unknown = commands.filter(({ words }) => {
    const [, script = "", given = ""] = /^npm (?:run )?(\S+)(?: -- (.*))?$/.exec(words) ?? [];
    // Placeholders stand for files and folders of the reader's.
    const names = given.replaceAll(/'[^']*'|<[^>]*>|\b[A-Z]+\b|…/g, "").match(/[\w-]+/g) ?? [];
    const program = sourceOf(script);
    return names.some((name) => !new RegExp(`\\b${name.replace(/^-+/, "")}\\b`).test(program));
  });
  expect(unknown).toEqual([]);
});

it("a variable before a command is a setting, or one of the tests'", () => {
  const ofTests = readFileSync("tests/security/fuzz.test.ts", "utf8");
  const unknown = commands
    .flatMap(({ variables }) => variables)
    .filter((name) => !SETTINGS.some((it) => it === name) && !ofTests.includes(name));
  expect(unknown).toEqual([]);
});

describe("vitest knows every option that it is given", () => {
  const direct = commands.map(({ words }) => words.replace(/^npx /, ""));
  const inScripts = Object.values(scripts).map((script) =>
    script.replace("npm run vitest --", scripts.vitest ?? ""),
  );
  const all = [...direct, ...inScripts].filter((words) => words.startsWith("vitest "));
  it.each(all)("%s", (words) => {
    expect(() => parseCLI(words)).not.toThrow();
  });
});
