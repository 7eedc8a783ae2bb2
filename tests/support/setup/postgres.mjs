// Finds a PostgreSQL server for the tests, or installs Debian's. Plain Node, because it runs before
// any package is installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages, mayInstall } from "./debian-packages.mjs";

const OLDEST_MAJOR = 15;

/** Every folder that may hold a server's programs on Debian, Red Hat and macOS, or in PATH. */
function candidateFolders() {
  const versionsOf = (parent, prefix, rest) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => name.startsWith(prefix))
          .map((name) => join(parent, name, rest))
      : [];
  const told = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  return [
    ...versionsOf("/usr/lib/postgresql", "", "bin"),
    ...versionsOf("/usr", "pgsql-", "bin"),
    ...versionsOf("/opt/homebrew/opt", "postgresql", "bin"),
    ...versionsOf("/usr/local/opt", "postgresql", "bin"),
    ...versionsOf("/Applications/Postgres.app/Contents/Versions", "", "bin"),
    ...(told.status === 0 ? [told.stdout.trim()] : []),
    ...(process.env.PATH ?? "").split(delimiter).filter(Boolean),
  ];
}

/** The major version of the server in that folder; 0 when no complete server is there. */
function majorVersionIn(folder) {
  if (!existsSync(join(folder, "postgres")) || !existsSync(join(folder, "initdb"))) return 0;
  const said = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/\(PostgreSQL\) (\d+)/.exec(said.stdout ?? "")?.[1] ?? 0);
}

/** The folder with the programs of the newest PostgreSQL server (15 or later), else null. */
export function findPostgres() {
  const found = [...new Set(candidateFolders())]
    .map((folder) => ({ folder, major: majorVersionIn(folder) }))
    .filter(({ major }) => major >= OLDEST_MAJOR)
    .sort((one, other) => other.major - one.major);
  return found[0]?.folder ?? null;
}

/** Installs Debian's package without a cluster or service. @returns whether it is installed now */
function installDebianPackage() {
  // Only a settings file that exists before the package stops it from creating and starting a
  // cluster.
  const settings = "/etc/postgresql-common/createcluster.conf";
  if (!existsSync(settings)) {
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync(settings, "create_main_cluster = false\n");
  }
  return installDebianPackages("postgresql");
}

/**
 * The folder of a PostgreSQL server's programs. Installs Debian's package if there is none and this
 * is root on Debian. Without any server: prints one sentence and returns null, or throws if CI is
 * set, because a run that proves less must not look like one that proves everything.
 * @returns {Promise<string | null>}
 */
export async function ensurePostgres() {
  const already = findPostgres();
  if (already) return already;
  if (mayInstall() && installDebianPackage()) {
    const installed = findPostgres();
    if (installed) return installed;
  }
  const missing = `The tests need a PostgreSQL server, version ${OLDEST_MAJOR} or later, and found none${
    mayInstall() ? "; installing Debian's package did not bring one" : ""
  }.`;
  if (process.env.CI) throw new Error(missing);
  console.log(`${missing} The policies are checked on PGlite only.`);
  return null;
}
