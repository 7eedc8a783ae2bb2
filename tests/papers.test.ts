import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeIn, papers } from "#tests/support/papers.ts";
import packageJson from "../package.json" with { type: "json" };

/** The scripts, and what npm itself does. */
const scripts = [...Object.keys(packageJson.scripts), "ci", "install"];

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
