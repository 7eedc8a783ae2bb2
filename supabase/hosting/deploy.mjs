// @ts-check
// `npm run deploy:hosted [-- [--yes] [step …]]`: brings the product to a Supabase project and builds
// the app for it, or does the named steps alone. README.md beside this file says what to do before.
// Plain Node, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

/** Newer versions may name their settings otherwise; the tests run this one. */
const SUPABASE_CLI = "supabase@3.1.0";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const settingsFile = join(repository, "supabase/.env");

/** What supabase/config.toml and the steps read. */
const REQUIRED = ["PROJECT_REF", "SITE_URL"].concat(
  ["HOST", "PORT", "USER", "PASSWORD", "SENDER"].map((name) => `SMTP_${name}`),
);

/** Settings that are the functions' own. */
const FUNCTION_SETTINGS =
  /^(OPENAI_API_KEY|OPENAI_BASE_URL|ALLOWED_ORIGINS|PASSWORD_MIN_LENGTH|AI_.*)$/;

/** The last of the migrations that replaced all earlier ones. */
const LAST_OF_BASELINE = "20260301000016";

/** Steps that are done only when they are named. */
const aside = {
  login: () => supabase("login"),
  diff: () => supabase("config", "diff"),
  baseline: recordBaseline,
};
const steps = {
  link: () => supabase("link", "--project-ref", setting("PROJECT_REF")),
  database: () => supabase(...agreed, "db", "push", "--remote"),
  settings: () => supabase(...agreed, "config", "push"),
  functions: () => supabase(...agreed, "functions", "deploy", "--use-api"),
  secrets: setSecrets,
  app: buildApp,
};

const cli = ["--yes", SUPABASE_CLI, "--workdir", repository];
const given = process.argv.slice(2);
const agreed = given.includes("--yes") ? ["--yes"] : [];
const named = given.filter((each) => each !== "--yes");
const every = { ...aside, ...steps };
const unknown = named.find((name) => !(name in every));
if (unknown !== undefined) {
  stop(`There is no step "${unknown}"; there are ${Object.keys(every).join(", ")}.`);
}

if (!existsSync(settingsFile)) {
  stop("Copy supabase/.env.example to supabase/.env, and fill it in.");
}
/** @type {Record<string, string | undefined>} */
const settings = parseEnv(readFileSync(settingsFile, "utf8"));
for (const name of REQUIRED) setting(name);
// Supabase's command line needs a value for each setting of supabase/config.toml.
settings.PASSWORD_MIN_LENGTH ||= "6";
const siteUrl = setting("SITE_URL");
if (!/^https:\/\/./.test(siteUrl) || !URL.canParse(siteUrl)) {
  stop("SITE_URL must begin with https://: browsers give a microphone to nothing else.");
}
const site = new URL(siteUrl);
if (site.pathname !== "/") stop("SITE_URL must be an address without a path.");

for (const [name, step] of Object.entries(named.length > 0 ? every : steps)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`\n— ${name} —`);
  step();
}

/** Passes the functions' settings on in a file, because everybody can list a command's arguments. */
function setSecrets() {
  const secrets = Object.entries({ ALLOWED_ORIGINS: site.origin, ...settings }).filter(
    ([name, value]) => value && FUNCTION_SETTINGS.test(name),
  );
  const lines = secrets.map(([name, value = ""]) => {
    if (/['\n]/.test(value)) stop(`${name} may have no apostrophe and no line break.`);
    // Between single quotes nothing has a meaning of its own.
    return `${name}='${value}'\n`;
  });
  const folder = mkdtempSync(join(tmpdir(), "field-agents-secrets-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "secrets.env");
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  supabase(...agreed, "secrets", "set", "--env-file", file);
}

/** Builds the app with the project's address and its publishable key, which browsers may know. */
function buildApp() {
  const parameters = [...cli, "projects", "api-keys", "--output", "json"];
  /** @type {{ type: string, api_key: string }[]} */
  const keys = JSON.parse(run("npx", parameters, { output: "pipe" }));
  const key = keys.find(({ type }) => type === "publishable");
  if (key === undefined) return stop("Make a publishable key: Project Settings, API Keys.");
  run("npm", ["run", "build"], {
    env: {
      VITE_SUPABASE_URL: `https://${setting("PROJECT_REF")}.supabase.co`,
      VITE_SUPABASE_ANON_KEY: key.api_key,
      VITE_SUPABASE_PASSWORD_MIN_LENGTH: setting("PASSWORD_MIN_LENGTH"),
    },
  });
  console.log("The app is in dist/: give that folder to a static host.");
}

/** Records the migrations that replaced earlier ones in their place, and none after them. */
function recordBaseline() {
  const repair = [...agreed, "migration", "repair"];
  supabase(...repair, "--status", "applied", "--remote");
  const later = readdirSync(join(repository, "supabase/migrations"))
    .map((file) => file.split("_", 1)[0] ?? "")
    .filter((version) => version > LAST_OF_BASELINE);
  supabase(...repair, ...later, "--status", "reverted", "--remote");
}

/** @param {string[]} parameters */
function supabase(...parameters) {
  run("npx", [...cli, ...parameters]);
}

/**
 * Ends the script when the command fails.
 * @param {"npm" | "npx"} command
 * @param {string[]} parameters
 * @param {{ output?: "inherit" | "pipe", env?: Record<string, string> }} [options] what becomes of
 *   its standard output, and more environment
 * @returns {string} its standard output, if that is a pipe
 */
function run(command, parameters, { output = "inherit", env = {} } = {}) {
  const windows = process.platform === "win32";
  const { status, stdout } = spawnSync(windows ? `${command}.cmd` : command, parameters, {
    cwd: repository,
    stdio: ["inherit", output, "inherit"],
    encoding: "utf8",
    env: {
      ...{ ...process.env, ...settings, ...env },
      // The command line reports its use to Supabase unless it is told not to.
      ...{ SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    },
    shell: windows,
  });
  if (status !== 0) stop("It stopped here; the message above says why.");
  return stdout ?? "";
}

/** @param {string} name @returns {string} */
function setting(name) {
  return settings[name] || stop(`${name} is missing in supabase/.env.`);
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
