import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTINGS, unknownSettings } from "#supabase/embedded/setup/settings-schema.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** The variables that the first column of a document's table of settings names. */
function documented(path: string): string[] {
  const [, table = ""] = /^## Settings\n[^#|]*((?:\|.*\n)+)/m.exec(read(path)) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells
    .flatMap((cell) => cell.match(/`[A-Z0-9_]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
}

test("the operators' table names every setting once, and no other variable", () => {
  expect(documented("supabase/hosting/README.md").sort()).toEqual([...SETTINGS].sort());
});

test("the README's table names some of them", () => {
  const few = documented("README.md");
  expect(few.length).toBeGreaterThan(10);
  expect(few.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

test("every setting is used by the code that reads the settings", () => {
  const code =
    read("supabase/embedded/setup/settings.ts") +
    read("supabase/functions/_shared/request/environment.ts");
  const unused = SETTINGS.filter(
    (name) => !new RegExp(`\\bvalues\\.${name}\\b|\\b${name}: \\w+[ ,].*= values`).test(code),
  );
  expect(unused).toEqual([]);
});

test("a variable that is named like a setting and is none is told, with those that there are", () => {
  const [told, ...more] = unknownSettings(["AI_CHATMODEL", "OPENAI_ORG_ID", "HOME", "PORT"]);
  expect(told).toMatch(/^AI_CHATMODEL is no setting\. Known are .*\bAI_CHAT_MODEL\b/);
  expect(more).toEqual([]);
});
