import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/** What the maintainers write for each other. */
const papers = [
  "README.md",
  ...[".github", "src", "supabase", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ),
].filter((path) => /(^|\/)(README|CONTRIBUTING|CHANGELOG)\.md$/.test(path));

const scripts = Object.keys(packageJson.scripts);

/** What a paper puts in backticks or in blocks of code. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)];
}

/** A folder or a file, from the top or from beside the paper; made by a build or at a start. */
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

it("fits what the next person has to read on two screens each", () => {
  const long = papers
    .filter((path) => path !== "README.md")
    .filter((path) => readFileSync(path, "utf8").split("\n").length > 100);
  expect(long).toEqual([]);
});
