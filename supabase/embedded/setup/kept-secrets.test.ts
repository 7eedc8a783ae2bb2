import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const made = new Set(["node_modules", ".git", "dist", ".data", ".cache", "test-results"]);
const patterns: [what: string, pattern: RegExp][] = [
  ["an OpenAI key", /\bsk-(proj-)?[A-Za-z0-9_-]{24,}/],
  ["a secret key of a project", /\bsb_secret_(?!for_tests)[A-Za-z0-9_-]{16,}/],
  ["a signed token", /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/],
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a cloud's key", /\b(AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|gh[pousr]_[A-Za-z0-9]{36})\b/],
  [
    "a password in an address",
    /\b(postgres(ql)?|https?):\/\/[a-z_]+:(?!password|hidden|\$)[^\s@/:"'`<…]{6,}@/,
  ],
];

async function texts(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (made.has(entry.name)) continue;
    if (entry.isDirectory()) found.push(...(await texts(path)));
    else if (entry.isFile() && (await stat(path)).size < 5_000_000) found.push(path);
  }
  return found;
}

test("the repository contains no secret", async () => {
  const found: string[] = [];
  const files = await texts(root);
  for (const path of files) {
    const text = await readFile(path, "latin1");
    for (const [what, pattern] of patterns) {
      if (pattern.test(text)) found.push(`${what} in ${path.slice(root.length)}`);
    }
  }
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});
