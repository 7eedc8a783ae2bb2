import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/** The documents that maintainers write for each other. */
const papers = [
  "README.md",
  ...[".github", "src", "supabase", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ),
].filter((path) => /(^|\/)(README|CONTRIBUTING|CHANGELOG)\.md$/.test(path));

/** The scripts, and what npm itself does. */
const scripts = [...Object.keys(packageJson.scripts), "ci", "install"];

/** The parts of a document in backticks and in code blocks. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)];
}

/**
 * Whether a text is a path of a file or folder, relative to the repository or to the document.
 * MADE: paths that a build or a start creates.
 */
const isPath = (code: string) => /^[.\w][\w./-]*(\/|\.(ts|tsx|mjs|cjs|sql|json|md))$/.test(code);
const MADE = /^(dist|supabase\/\.data|DATA_DIR)\b/;

describe.each(papers)("%s", (paper) => {
  const code = codeIn(readFileSync(paper, "utf8"));

  it("names files and folders that exist", () => {
    const missing = code
      .filter((each) => isPath(each) && !MADE.test(each))
      .filter((path) => ![path, join(dirname(paper), path)].some((at) => existsSync(at)));
    expect(missing).toEqual([]);
  });

  it("names scripts that exist", () => {
    const named = code.flatMap((each) =>
      [...each.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, script = ""]) => script),
    );
    expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
  });
});

it("keeps each document within 100 lines, which is about two screens", () => {
  const long = papers
    .filter((path) => path !== "README.md")
    .filter((path) => readFileSync(path, "utf8").split("\n").length > 100);
  expect(long).toEqual([]);
});
