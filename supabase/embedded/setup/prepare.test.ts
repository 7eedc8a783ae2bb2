import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = fileURLToPath(new URL("./prepare.mjs", import.meta.url));
const COPY = "supabase/embedded/setup/prepare.mjs";

const wanted = {
  dependencies: { hono: "^4.0.0" },
  devDependencies: { "@vitejs/plugin-react": "^6.0.0" },
};
const hono = { version: "4.0.1" };
const pluginReact = { version: "6.0.1", dev: true };
const locked = {
  "": wanted,
  "node_modules/hono": hono,
  "node_modules/@vitejs/plugin-react": pluginReact,
  "node_modules/for-another-platform": { version: "1.0.0", optional: true },
};

let checkout: string;

function write(path: string, content: unknown) {
  const file = join(checkout, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

const install = (packages: Record<string, object>) =>
  write("node_modules/.package-lock.json", { packages });

/** Runs the script with an npm and a Vite that only print what they are asked to do. */
function prepare(...parameters: string[]) {
  const PATH = `${checkout}/bin${delimiter}${process.env.PATH}`;
  const env = { ...process.env, NODE_ENV: "production", PATH };
  const script = [join(checkout, COPY), ...parameters];
  const done = spawnSync(process.execPath, script, { encoding: "utf8", env });
  const { stdout, stderr, status } = done;
  return { printed: stdout + stderr, status };
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "field-agents-prepare-"));
  mkdirSync(join(checkout, dirname(COPY)), { recursive: true });
  cpSync(script, join(checkout, COPY));
  write("bin/npm", '#!/bin/sh\necho "npm $@"\n');
  chmodSync(join(checkout, "bin/npm"), 0o755);
  write("index.html", "");
  write("node_modules/vite/bin/vite.js", 'console.log("vite build")');
  write("package.json", wanted);
  write("package-lock.json", { packages: locked });
});

afterEach(() => rmSync(checkout, { recursive: true }));

it("installs a fresh checkout as it is locked, with what builds the app, also in production", () => {
  const { printed, status } = prepare("--serve", "--verbose");
  expect(printed).toContain("npm ci --include=dev\n");
  expect(printed).toContain("vite build\n");
  expect(status).toBe(0);
});

it.each([
  ["packages cannot be installed", "bin/npm", "#!/bin/sh\necho why >&2\nexit 7\n"],
  ["app cannot be built", "node_modules/vite/bin/vite.js", "console.log('why'); process.exit(7);"],
])("prints the whole output when the %s", (_, program, content) => {
  write(program, content);
  const { printed, status } = prepare("--serve");
  expect(printed).toMatch(/… *\n+why\n+The (packages|app) could not be .* above says why\.\n$/);
  expect(status).toBe(1);
});

it.each([
  [
    "another version is locked of what is installed",
    { "node_modules/hono": { version: "4.0.0" }, "node_modules/@vitejs/plugin-react": pluginReact },
    [],
  ],
  [
    "what builds the app is missing where there is no finished build",
    { "node_modules/hono": hono },
    ["--serve"],
  ],
])("installs when %s", (_, packages, parameters) => {
  install(packages);
  expect(prepare(...parameters, "--verbose").printed).toContain("npm ci --include=dev\n");
});

it("does nothing when everything is there but packages of other platforms", () => {
  install({ "node_modules/hono": hono, "node_modules/@vitejs/plugin-react": pluginReact });
  expect(prepare()).toEqual({ printed: "", status: 0 });
});

it("serves a finished build without the packages that make one, and installs them for all else", () => {
  install({ "node_modules/hono": hono });
  write("dist/index.html", "");
  write("src/newer-than-the-build.ts", "");
  expect(prepare("--serve")).toEqual({
    printed: "Serving dist/ as it is: the packages that build it are not installed.\n",
    status: 0,
  });
  expect(prepare("--build", "--verbose").printed).toContain("npm ci --include=dev\n");
});

it("says what to do when package.json was changed and the lock file was not", () => {
  write("package.json", { ...wanted, dependencies: { hono: "^5.0.0" } });
  const { printed, status } = prepare("--serve", "--verbose");
  expect(printed).toContain("Run `npm install`");
  expect(printed).not.toContain("npm ci");
  expect(status).toBe(1);
});
