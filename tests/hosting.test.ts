import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { denoBinary } from "#supabase/embedded/setup/run-deno.mjs";
import { packageFiles } from "#understanding/speech/model/model-files.ts";
import packageJson from "../package.json" with { type: "json" };
import tsconfig from "../tsconfig.json" with { type: "json" };

const repository = fileURLToPath(new URL("..", import.meta.url));
const hosting = (name: string) =>
  readFileSync(join(repository, "supabase/hosting", name), "utf8").replaceAll("\r\n", "\n");

/** The linter takes paths from the working directory. */
const COMPOSE = "supabase/hosting/compose.yaml";

const dockerfile = hosting("Dockerfile");
/** What `COPY` takes from the repository into the last stage. */
const copied = [
  ...dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")).matchAll(/^COPY (?!--)(.*)$/gm),
].flatMap(([, paths = ""]) => paths.split(" ").slice(0, -1));
/** What the `.dockerignore` lets into the build. */
const allowed = [...hosting("Dockerfile.dockerignore").matchAll(/^!(.*)$/gm)].map(
  ([, path = ""]) => path,
);

const isBelow = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** A module as Deno describes it. */
interface Module {
  specifier: string;
  dependencies?: { code?: { specifier?: string } }[];
}

/** Scripts that run under Deno: the backend, its child processes and commands, the server functions. */
const ENTRY =
  /^(embedded[\\/](main|.*-(child|command|guard|worker))|functions[\\/][^\\/]+[\\/]index)\.ts$/;

/**
 * The files that the backend runs, as Deno finds them: those of the repository, relative to it, and
 * of the packages those which they import themselves.
 */
function serverModules(): string[] {
  const supabase = join(repository, "supabase");
  const entries = readdirSync(supabase, { recursive: true, encoding: "utf8" })
    .filter((path) => ENTRY.test(path))
    .map((path) => join(supabase, path));
  const files = entries.flatMap((entry) => [entry, ...loadedBy(entry)]);
  return [...new Set(files.map((file) => relative(repository, file).replaceAll("\\", "/")))];
}

/** The files that a module imports at run time, also through others; types are left out. */
function loadedBy(entry: string): string[] {
  const deno = ["info", "--json", "--quiet", entry];
  const text = execFileSync(denoBinary(), deno, { cwd: repository, encoding: "utf8" });
  const { modules }: { modules: Module[] } = JSON.parse(text);
  const importedBy = new Map(modules.map(({ specifier, ...each }) => [specifier, each]));
  const found = new Set([pathToFileURL(entry).href]);
  for (const specifier of found) {
    for (const { code } of importedBy.get(specifier)?.dependencies ?? []) {
      if (code?.specifier?.startsWith("file:")) found.add(code.specifier);
    }
  }
  return [...found].map((specifier) => fileURLToPath(specifier));
}

const loaded = serverModules();

test("the Dockerfile has no fault that a linter knows", () => {
  expect(validate(dockerfile)).toEqual([]);
});

test("the image holds every file that the server loads", () => {
  const own = loaded.filter((path) => !path.startsWith("node_modules/"));
  const others = ["embedded/setup/launch.mjs", "migrations", "seed"];
  const needed = [...own, ...others.map((path) => `supabase/${path}`)];
  expect(needed.filter((path) => !isBelow(path, copied))).toEqual([]);
});

test("everything that is copied or that tsconfig.json refers to is there, and let into the build", () => {
  const projects = tsconfig.references.map(({ path }) => join(path, "tsconfig.json"));
  expect([...copied, ...projects].filter((path) => !isBelow(path, allowed))).toEqual([]);
  const named = [...copied, ...allowed];
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test("the Compose file follows the Compose Specification, and has no fault that a linter knows", () => {
  const linter = new DCLinter({
    quiet: true,
    debug: false,
    exclude: [],
    rules: {
      "service-keys-order": 0,
      "require-quotes-in-ports": 0,
      // The proxy is there for everybody.
      "no-unbound-port-interfaces": 0,
    },
  });
  const [{ messages } = { messages: [] }, ...others] = linter.lintFiles([COMPOSE], false);
  expect(others).toEqual([]);
  expect(messages).toEqual([]);
});

test("the settings that the Compose file asks for are those of its example", () => {
  const asked = [...hosting("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const given = [...hosting("compose.env").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(asked)].sort()).toEqual(given.sort());
});

/** `@scope/name` or `name` of a file's path below `node_modules`. */
function packageOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** Imported by nothing of ours: what runs the server, and peers of `@supabase/lite`. */
const AROUND = ["deno", "@supabase/supabase-js", "postgres"];

// `npm ci --omit=dev` installs what serves a finished build, and no more: a server is neither left
// without a package, nor weighed down by those that only the app is built from.
test("dependencies are the packages that the server loads, and no others", () => {
  const imported = loaded.flatMap((path) => path.match(/node_modules\/(.*)/)?.[1] ?? []);
  const models = Object.values(packageFiles("base"));
  const needed = new Set([...[...imported, ...models].map(packageOf), ...AROUND]);
  expect(Object.keys(packageJson.dependencies).sort()).toEqual([...needed].sort());
});
