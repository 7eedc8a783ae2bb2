import { expect, test } from "vitest";
import { packageFiles } from "#understanding/speech/model/model-files.ts";
import packageJson from "../package.json" with { type: "json" };
import { serverModules } from "./support/server-modules.ts";

/** `@scope/name` or `name` of a file's path below `node_modules`. */
function packageOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** Needed by what the server imports, and imported by nothing of ours. */
const AROUND = [
  // Runs it.
  "deno",
  // Peers of `@supabase/lite`.
  "@supabase/supabase-js",
  "postgres",
];

// `npm ci --omit=dev` installs what serves a finished build, and no more: a server is neither left
// without a package, nor weighed down by those that only the app is built from.
test("dependencies are the packages that the server loads, and no others", () => {
  const imported = serverModules().flatMap((path) => path.match(/node_modules\/(.*)/)?.[1] ?? []);
  const models = Object.values(packageFiles("base"));
  const loaded = new Set([...[...imported, ...models].map(packageOf), ...AROUND]);
  expect(Object.keys(packageJson.dependencies).sort()).toEqual([...loaded].sort());
});
