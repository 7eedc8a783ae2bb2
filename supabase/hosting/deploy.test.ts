// @module-tag night
// @module-tag long

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { denoBinary } from "#supabase/embedded/setup/run-deno.mjs";
import { type Operator, SETTINGS, startOperator } from "#tests/support/hosting/operator.ts";
import {
  ACCESS_TOKEN,
  PROJECT_REF,
  type Project,
  PUBLISHABLE_KEY,
  SECRET_KEY,
  type UploadedFunction,
} from "#tests/support/hosting/project.ts";
import { startInProcessBackend } from "#tests/support/in-process-backend.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const packages = join(repository, "node_modules");

let operator: Operator;
let project: Project;
let owner: pg.Client;
let saidOfSettings: string;
beforeAll(async () => {
  operator = await startOperator();
  project = operator.api.project;
  owner = new pg.Client(operator.database.url);
  await owner.connect();
  const signedIn = await operator.deploy(["login"], `${ACCESS_TOKEN}\n`);
  expect(signedIn, signedIn.said).toMatchObject({ code: 0 });
  for (const step of ["link", "database", "settings", "functions", "secrets", "app"]) {
    const done = await operator.deploy(["--yes", step]);
    expect(done, done.said).toMatchObject({ code: 0 });
    if (step === "settings") saidOfSettings = done.said;
  }
});
afterAll(async () => {
  await owner?.end();
  await operator?.stop();
});

test("every migration is applied, by an owner who is no superuser", async () => {
  const files = readdirSync(join(repository, "supabase/migrations")).sort();
  const { rows } = await owner.query(
    "select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by 1",
  );
  expect(rows.map(({ file }) => file)).toEqual(files);
  const owners = await owner.query(
    `select distinct pg_get_userbyid(relowner) as owner, rolsuper from pg_class
     join pg_roles on pg_roles.oid = relowner where relnamespace = 'public'::regnamespace`,
  );
  expect(owners.rows).toEqual([{ owner: "postgres", rolsuper: false }]);
});

test("requests may do on a hosted project what they may do elsewhere, and nothing more", async () => {
  const statement = await readFile(
    join(repository, "tests/support/hosting/privileges.sql"),
    "utf8",
  );
  const elsewhere = await startInProcessBackend();
  const hosted = await owner.query(statement);
  const embedded = await elsewhere.sql(statement);
  await elsewhere.stop();
  expect(hosted.rows.map(({ privilege }) => privilege)).toEqual(
    embedded.map(({ privilege }) => privilege),
  );
});

test("the project keeps its e-mail sign-in, nobody can sign up, and it has the other settings of the product and the operator", () => {
  expect(project.auth).toMatchObject({
    ...{ external_email_enabled: true, disable_signup: true },
    site_url: "https://field.example.com/",
    uri_allow_list: "",
    external_anonymous_users_enabled: false,
    jwt_exp: 3600,
    refresh_token_rotation_enabled: true,
    password_min_length: 8,
    security_update_password_require_current_password: true,
    security_update_password_require_reauthentication: false,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mailer_autoconfirm: false,
    smtp_host: "smtp.example.com",
    smtp_port: "587",
    smtp_user: "mailer",
    smtp_pass: SETTINGS.SMTP_PASSWORD,
    smtp_admin_email: "field-agents@example.com",
  });
  expect(project.api).toMatchObject({ db_schema: "public", max_rows: 1000 });
});

test("afterwards the command line finds nothing that the project has otherwise", async () => {
  const diff = await operator.deploy(["diff"]);
  expect(diff.code).toBe(0);
  expect(diff.said).toMatch(/\(0 update, \d+ remote-only, 0 local-only\)/);
  expect(diff.said).not.toContain("deprecated");
  expect(saidOfSettings).not.toMatch(/not pushed|could not be/);
});

test("of every function what it needs is uploaded, as it is, and nothing else", () => {
  const functions = readdirSync(join(repository, "supabase/functions")).filter((name) =>
    existsSync(join(repository, "supabase/functions", name, "index.ts")),
  );
  expect(functions).toHaveLength(10);
  expect(Object.keys(project.functions).sort()).toEqual(functions.sort());
  const allowed = /^supabase\/functions\/(_shared\/[\w/-]+\.ts|[\w-]+\/[\w-]+\.ts|deno\.json)$/;
  for (const [name, { metadata, files }] of Object.entries(project.functions)) {
    expect(metadata).toMatchObject({
      entrypoint_path: `supabase/functions/${name}/index.ts`,
      import_map_path: "supabase/functions/deno.json",
      verify_jwt: false,
    });
    for (const [path, text] of Object.entries(files)) {
      expect(path).toMatch(allowed);
      expect(path).not.toMatch(/\.test\./);
      expect(text).not.toContain(SETTINGS.OPENAI_API_KEY);
      expect(text).toBe(readFileSync(join(repository, path), "utf8"));
    }
  }
});

/** What the functions say that no person calls. */
const OTHERS: Record<string, string> = {
  "import-jobs": "The token is not valid.",
  "deliver-webhooks": "Only the server itself may do this.",
};

test("every function runs from what was uploaded, with the keys that a project gives it today", async () => {
  for (const [name, uploaded] of Object.entries(project.functions)) {
    const [status, text] = await answerOf(uploaded, operator.api.url);
    expect(status, name).toBe(401);
    expect(text, name).toContain(OTHERS[name] ?? "Please sign in again.");
  }
});

test("the functions get their settings as secrets, and the app's origin as the one that may call", () => {
  expect(project.secrets).toEqual({
    OPENAI_API_KEY: SETTINGS.OPENAI_API_KEY,
    AI_PRICES: SETTINGS.AI_PRICES,
    PASSWORD_MIN_LENGTH: "8",
    ALLOWED_ORIGINS: "https://field.example.com",
  });
});

test("the app is built for the project, and holds its publishable key alone", async () => {
  const dist = join(operator.folder, "dist");
  expect(JSON.parse(await readFile(join(dist, "config.json"), "utf8"))).toMatchObject({
    supabaseUrl: `https://${PROJECT_REF}.supabase.co`,
    supabaseKey: PUBLISHABLE_KEY,
    demo: false,
    passwordMinimum: 8,
  });
  const written = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|json|html|conf)$|^_/.test(path))
    .map((path) => readFileSync(join(dist, path), "utf8"));
  for (const secret of [SETTINGS.OPENAI_API_KEY, SETTINGS.SMTP_PASSWORD, SECRET_KEY.slice(0, 12)]) {
    expect(written.filter((text) => text.includes(secret))).toEqual([]);
  }
});

test("the statement for the first super administrator makes one of a user of the project", async () => {
  const page = await readFile(join(repository, "supabase/hosting/README.md"), "utf8");
  const statement = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  await owner.query(
    "insert into auth.users (id, email) values (gen_random_uuid(), 'you@example.com')",
  );
  await owner.query(statement);
  const { rows } = await owner.query(
    "select role from public.user_roles join public.profiles on id = user_id where email = 'you@example.com'",
  );
  expect(rows).toEqual([{ role: "super_admin" }]);
});

test("a second run changes nothing", async () => {
  const before = structuredClone(project);
  const steps = ["link", "database", "settings", "functions", "secrets"];
  const again = await operator.deploy(["--yes", ...steps]);
  expect(again, again.said).toMatchObject({ code: 0 });
  expect(again.said).toContain("up to date");
  expect(project).toEqual(before);
});

test("a project with earlier migrations gets a record of those that replaced them, and then the later ones", async () => {
  const files = readdirSync(join(repository, "supabase/migrations")).sort();
  const earlier = await startOperator();
  const database = new pg.Client(earlier.database.url);
  await database.connect();
  const deploy = async (...steps: string[]) => {
    const done = await earlier.deploy(["--yes", ...steps]);
    expect(done, done.said).toMatchObject({ code: 0 });
    return done.said;
  };
  const inRecord = async () => {
    const { rows } = await database.query(
      "select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by 1",
    );
    return rows.map(({ file }) => file);
  };
  try {
    await earlier.deploy(["login"], `${ACCESS_TOKEN}\n`);
    // What the earlier files made, under names as theirs were.
    const later = files.filter((file) => file > "20260301000017");
    const [place, elsewhere] = [join(earlier.folder, "supabase/migrations"), earlier.folder];
    for (const file of later) await rename(join(place, file), join(elsewhere, file));
    await deploy("link", "database");
    for (const file of later) await rename(join(elsewhere, file), join(place, file));
    await database.query(
      "update supabase_migrations.schema_migrations set version = '2026010' || right(version, 7)",
    );
    await deploy("baseline");
    expect(await inRecord()).toEqual(files.filter((file) => !later.includes(file)));
    await deploy("database");
    expect(await inRecord()).toEqual(files);
    expect(await deploy("database")).toContain("up to date");
  } finally {
    await database.end();
    await earlier.stop();
  }
});

test("the command line asks for nothing that is not known, and reports its use to nobody", () => {
  expect(operator.api.requests).not.toEqual([]);
  expect(operator.api.unknown).toEqual([]);
});

test.each([
  ["SITE_URL", "http://field.example.com", "https://"],
  ["SITE_URL", "field.example.com", "https://"],
  ["SITE_URL", "https://example.com/field", "without a path"],
  ["SMTP_HOST", "", "SMTP_HOST is missing"],
])("with %s=%j nothing is begun, and the script says why", async (name, value, sentence) => {
  const asked = operator.api.requests.length;
  await operator.set({ ...SETTINGS, [name]: value });
  const refused = await operator.deploy(["--yes"]);
  await operator.set(SETTINGS);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain(sentence);
  expect(operator.api.requests).toHaveLength(asked);
});

/**
 * Serves a function from what was uploaded of it and nothing else, with the variables that the
 * platform gives to a project that has no older keys. @returns its answer to an empty request
 */
async function answerOf({ metadata, files }: UploadedFunction, supabaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-function-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(packages, join(folder, "node_modules"));
  await symlink(join(packages, "../package.json"), join(folder, "package.json"));
  const options = [
    ...["--no-lock", "--node-modules-dir=manual", `--import-map=${metadata.import_map_path}`],
    ...["--allow-net=127.0.0.1", "--allow-env", `--allow-read=${folder},${packages}`],
  ];
  const deno = spawn(denoBinary(), ["run", ...options, metadata.entrypoint_path], {
    cwd: folder,
    env: {
      HOME: folder,
      DENO_NO_UPDATE_CHECK: "1",
      DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
      SUPABASE_URL: supabaseUrl,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    },
  });
  const ended = once(deno, "close");
  let said = "";
  for (const stream of [deno.stdout, deno.stderr]) stream.on("data", (part) => (said += part));
  try {
    const address = () => /Listening on (http:\S+)/.exec(said)?.[1];
    const isOver = () => deno.exitCode !== null || address() !== undefined;
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    const reply = await fetch(address() ?? said, { method: "POST" });
    return [reply.status, await reply.text()] as const;
  } finally {
    deno.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
