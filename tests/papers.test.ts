import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCLI } from "vitest/node";
import { SETTINGS } from "#supabase/embedded/setup/settings.ts";
import packageJson from "../package.json" with { type: "json" };

const read = (path: string) => readFileSync(path, "utf8");
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
const tests = ["src", "supabase", "tests"]
  .flatMap(filesIn)
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.endsWith("papers.test.ts"));

/** The documents that maintainers and operators read. */
const papers = ["README.md", ...[".github", "src", "supabase", "tests"].flatMap(filesIn)].filter(
  (path) => /(^|\/)(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$/.test(path),
);

/** The most lines of a document; 100, which is about two screens, where none are named. */
const LIMITS: Record<string, number> = {
  "README.md": 180,
  ".github/SECURITY.md": 200,
  "supabase/hosting/README.md": 200,
};

/** How a test runs each script of operators; maintainers use theirs every day. */
const RUN_BY: Record<string, string> = {
  start: 'spawn("npm", ["start"',
  backup: 'command("backup"',
  restore: 'command("restore"',
  "rotate-keys": 'command("rotate-keys"',
  "deploy:hosted": "operator.deploy(",
};
const OF_MAINTAINERS = /^(test|bench|seed)|^(build|ci|dev|format|install|lint|typecheck|vitest)$/;

const scripts: Record<string, string> = packageJson.scripts;
/** What npm does without a script. */
const OF_NPM = ["ci", "install"];

/** The parts of a document in backticks and in code blocks. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)];
}

/** The commands in a document, as lines without comments. */
const commandsIn = (text: string) =>
  codeIn(text)
    .flatMap((code) => code.replaceAll("\\\n", "").split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => /^([A-Z_]+=\S+ +)*(npm|npx|node) /.test(line));

const commands = [...new Set(papers.flatMap((paper) => commandsIn(read(paper))))];
const scriptOf = (command: string) => /\bnpm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? "";

/**
 * Whether a text is a path of a file or folder, relative to the repository or to the document.
 * MADE: paths that a build or a start creates.
 */
const isPath = (code: string) => /^[.\w][\w./-]*(\/|\.(ts|tsx|mjs|cjs|sql|json|md))$/.test(code);
const MADE = /^(dist|supabase\/\.data|DATA_DIR)\b/;

describe.each(papers)("%s", (paper) => {
  const text = read(paper);

  it("names files and folders that exist", () => {
    const missing = codeIn(text)
      .filter((each) => isPath(each) && !MADE.test(each))
      .filter((path) => ![path, join(dirname(paper), path)].some((at) => existsSync(at)));
    expect(missing).toEqual([]);
  });

  it("names scripts that exist", () => {
    const named = codeIn(text).flatMap((each) => each.match(/npm (?:run )?[\w:-]+/g) ?? []);
    const unknown = named
      .map(scriptOf)
      .filter((name) => !(name in scripts || OF_NPM.includes(name)));
    expect(unknown).toEqual([]);
  });

  it("is not longer than its limit", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(LIMITS[paper] ?? 100);
  });
});

it("every script of operators that a document names is run by a test", () => {
  const named = commands.map(scriptOf).filter((name) => name !== "" && !OF_MAINTAINERS.test(name));
  expect([...new Set(named)].sort()).toEqual(Object.keys(RUN_BY).sort());
  const texts = tests.map(read);
  const unseen = Object.values(RUN_BY).filter((by) => !texts.some((text) => text.includes(by)));
  expect(unseen).toEqual([]);
});

/** The source of the program that a script starts; some are named from the embedded backend. */
const sourceOf = (script: string) =>
  [...(scripts[script] ?? "").matchAll(/\S+\.(?:mjs|ts)\b/g)]
    .flatMap(([path]) => [path, join("supabase/embedded", path)])
    .filter((path) => existsSync(path))
    .map(read)
    .join("\n");

it("the programs know the options and steps that the documents give them", () => {
  const unknown = commands.filter((command) => {
    const [, script = "", given = ""] = /npm (?:run )?(\S+) -- (.*)$/.exec(command) ?? [];
    const program = sourceOf(script);
    // Vitest takes parts of paths; placeholders are files and folders of the reader's.
    if (/^npm run vitest|^vitest/.test(scripts[script] ?? "")) return false;
    const names = given.replaceAll(/'[^']*'|<[^>]*>|\b[A-Z]+\b|…/g, "").match(/[\w-]+/g) ?? [];
    return names.some((name) => !new RegExp(`\\b${name.replace(/^-+/, "")}\\b`).test(program));
  });
  expect(unknown).toEqual([]);
});

it("a variable before a command is a setting, or one of the tests'", () => {
  const ofTests = ["tests/vitest.config.ts", "tests/security/fuzz.test.ts"].map(read).join("\n");
  const named = commands.flatMap((command) => command.match(/\b[A-Z_]+(?==)/g) ?? []);
  expect(named.filter((name) => !SETTINGS.includes(name) && !ofTests.includes(name))).toEqual([]);
});

describe("vitest knows every option that it is given, and finds the files", () => {
  const withVitest = (command: string) =>
    command.replace(/^npm run vitest( --)?/, scripts.vitest ?? "").replace(/^npx /, "");
  const given = commands.map((command) => {
    const [, script = "", rest = ""] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
    return script === "" ? command : `${scripts[script]} ${rest}`;
  });
  const all = [...given, ...Object.values(scripts)].map(withVitest);
  it.each(all.filter((words) => words.startsWith("vitest ")))("%s", (words) => {
    const { filter } = parseCLI(words);
    expect(filter.filter((part) => !tests.some((path) => path.includes(part)))).toEqual([]);
  });
});

/** The variables that the first column of a document's table of settings names. */
function documented(path: string): string[] {
  const [, table = ""] = /^## Settings\n[^#|]*((?:\|.*\n)+)/m.exec(read(path)) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells
    .flatMap((cell) => cell.match(/`[A-Z0-9_]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
}

it("the operators' table names every setting once, and no other variable", () => {
  expect(documented("supabase/hosting/README.md").sort()).toEqual([...SETTINGS].sort());
});

it("the README's table names some of them", () => {
  const few = documented("README.md");
  expect(few.length).toBeGreaterThan(10);
  expect(few.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

it("every setting is used by the code that reads the settings", () => {
  const code =
    read("supabase/embedded/setup/settings.ts") +
    read("supabase/functions/_shared/request/environment.ts");
  const unused = SETTINGS.filter(
    (name) => !new RegExp(`\\bvalues\\.${name}\\b|\\b${name}: \\w+[ ,].*= values`).test(code),
  );
  expect(unused).toEqual([]);
});
