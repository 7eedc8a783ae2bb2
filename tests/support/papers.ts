import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The documents that maintainers write for each other. */
export const papers: readonly string[] = [
  "README.md",
  ...[".github", "src", "supabase", "tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ),
].filter((path) => /(^|\/)(README|CONTRIBUTING|CHANGELOG)\.md$/.test(path));

/** The parts of a document in backticks and in code blocks. */
export function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)];
}

/** A command that a document tells its reader to give. */
export interface Command {
  /** Without variables before it and a comment after it. */
  words: string;
  /** The names of the variables before it. */
  variables: string[];
}

/** The commands of npm, npx and node in a document. */
export function commandsIn(text: string): Command[] {
  return codeIn(text)
    .flatMap((code) => code.replaceAll("\\\n", "").split("\n"))
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .flatMap((line) => {
      const [, before, words] = /^((?:[A-Z_]+=\S+ +)*)((?:npm|npx|node) .+)$/.exec(line) ?? [];
      if (before === undefined || words === undefined) return [];
      return { words, variables: [...before.matchAll(/([A-Z_]+)=/g)].map(([, name = ""]) => name) };
    });
}
