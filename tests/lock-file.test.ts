import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  version?: string;
  resolved?: string;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
const { packages }: { packages: Record<string, Locked> } = read("package-lock.json");

/** Where people run or develop the product, as packages for one platform name it. */
const OUR_PLATFORMS = ["linux", "darwin", "win32"].flatMap((os) =>
  ["x64", "arm64"].map((cpu) => `${os}-${cpu}`),
);

/** The paths at which Node looks for a package, from the package at `from` up to the root. */
function* pathsOf(name: string, from: string): Generator<string> {
  let folder = from;
  for (;;) {
    yield `${folder}${folder === "" ? "" : "/"}node_modules/${name}`;
    if (folder === "") return;
    folder = folder.slice(0, folder.lastIndexOf("node_modules/")).replace(/\/$/, "");
  }
}

/** Optional dependencies without an entry, as `dependency@range (wanted by package@version)`. */
function listMissing(): string[] {
  return Object.entries(packages).flatMap(([path, { version, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => ![...pathsOf(name, path)].some((each) => each in packages))
      .map(([name, range]) => `${name}@${range} (wanted by ${path}@${version})`),
  );
}

/** The packages that come as one package for each platform, by path, with the platforms they have. */
function platformsOf(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    const platforms = Object.keys(optionalDependencies).flatMap((name) => {
      const entry = [...pathsOf(name, path)].map((each) => packages[each]).find(Boolean);
      return (entry?.os ?? []).flatMap((os) => (entry?.cpu ?? []).map((cpu) => `${os}-${cpu}`));
    });
    if (new Set(platforms).size > 1) found.set(path, new Set(platforms));
  }
  return found;
}

// `npm ci` refuses a lock file that lacks one of them, on every platform, and `npm install` leaves
// out without a word what the registry does not serve yet. Where this fails, pin the package to the
// newest version that is served whole.
test("the lock file holds the packages of all platforms", () => {
  expect(listMissing()).toEqual([]);
});

test("every package that is built for single platforms has ours", () => {
  const built = platformsOf();
  expect([...built.keys()]).toContain("node_modules/deno");
  const lacking = [...built].flatMap(([path, has]) =>
    OUR_PLATFORMS.filter((platform) => !has.has(platform)).map((each) => `${path}: ${each}`),
  );
  expect(lacking).toEqual([]);
});

test("the lock file names no registry", () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(named.map(([path]) => path)).toEqual([]);
});

test("a hosted project's functions get the same versions as the lock file's", () => {
  const { imports } = read("supabase/functions/deno.json");
  const expected = Object.keys(imports).map((specifier) => {
    const [, name = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
    const { version } = packages[`node_modules/${name}`] ?? {};
    return [specifier, `npm:${name}@${version}${path}`];
  });
  expect(imports).toEqual(Object.fromEntries(expected));
});
