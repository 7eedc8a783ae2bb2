import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import tsconfig from "../tsconfig.json" with { type: "json" };
import { serverModules } from "./support/server-modules.ts";

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

test("the Dockerfile has no fault that a linter knows", () => {
  expect(validate(dockerfile)).toEqual([]);
});

test("the image holds every file that the server loads", () => {
  const own = serverModules().filter((path) => !path.startsWith("node_modules/"));
  const missing = [
    ...own,
    "supabase/embedded/setup/launch.mjs",
    "supabase/migrations",
    "supabase/seed",
  ].filter((path) => !isBelow(path, copied));
  expect(missing).toEqual([]);
});

test("everything that the Dockerfile copies is there, and let into the build", () => {
  expect(copied.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  expect(copied.filter((path) => !isBelow(path, allowed))).toEqual([]);
  expect(allowed.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});

test("the build gets every project that tsconfig.json refers to", () => {
  const projects = tsconfig.references.map(({ path }) => join(path, "tsconfig.json"));
  expect(projects.filter((path) => !isBelow(path, allowed))).toEqual([]);
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
