// @module-tag rest
// @module-tag long

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HostedDatabase,
  startHostedDatabase,
} from "#tests/support/hosting/hosted-database.ts";
import { type ManagementApi, startManagementApi } from "#tests/support/hosting/management-api.ts";
import {
  ACCESS_TOKEN,
  PROJECT_REF,
  PUBLISHABLE_KEY,
  SECRET_KEY,
} from "#tests/support/hosting/project.ts";
import { startInProcessBackend } from "#tests/support/in-process-backend.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const SCRIPT = "supabase/hosting/deploy.mjs";

const PROVIDER_KEY = "sk-of-the-provider";
const MAIL_PASSWORD = "a mailer's password";
const PRICES = '{"a $HOME": {"input": 1, "output": 2}}';
const SETTINGS = `PROJECT_REF=${PROJECT_REF}
SUPABASE_DB_PASSWORD=postgres
SITE_URL=https://field.example.com/
SMTP_HOST=smtp.example.com
SMTP_PORT=587
SMTP_USER=mailer
SMTP_PASSWORD="${MAIL_PASSWORD}"
SMTP_SENDER=field-agents@example.com
OPENAI_API_KEY=${PROVIDER_KEY}
AI_PRICES='${PRICES}'
`;

let database: HostedDatabase;
let owner: pg.Client;
let api: ManagementApi;
/** A copy of the repository, in which an operator works. */
let folder: string;
/** What the script said about each step. */
const said: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-hosted-"));
  const parts = ["index.html", "package.json", "package-lock.json", "public", "src", "supabase"];
  const config = ["tsconfig.json", "tests/tsconfig.json", "vite.config.ts"];
  for (const part of [...parts, "sw", ...config]) {
    await cp(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/supabase\/\.(data|env|temp)$/.test(path),
    });
  }
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  // A build would install anew if these were newer than the packages.
  for (const name of ["package.json", "package-lock.json"]) await utimes(join(folder, name), 1, 1);
  await writeFile(join(folder, "supabase/.env"), SETTINGS);
  await writeFile(join(folder, "supabase/functions/.env"), `OPENAI_API_KEY=${PROVIDER_KEY}\n`);

  database = await startHostedDatabase();
  owner = new pg.Client(database.url);
  await owner.connect();
  api = await startManagementApi(database.poolerUrl);
  // `hosted.invalid` is nobody's: what goes neither to the API nor to the pooler reaches nothing.
  await writeFile(
    join(folder, "profile.yaml"),
    `name: stand-in
api_url: ${api.url}
dashboard_url: ${api.url}/dashboard
project_host: hosted.invalid
pooler_host: hosted.invalid
`,
  );

  const signedIn = await run("node", [SCRIPT, "login"], `${ACCESS_TOKEN}\n`);
  expect(signedIn, signedIn.said).toMatchObject({ code: 0 });
  for (const step of ["link", "database", "settings", "functions", "secrets", "app"]) {
    const done = await deploy(step);
    expect(done, done.said).toMatchObject({ code: 0 });
    said[step] = done.said;
  }
});
afterAll(async () => {
  await owner?.end();
  await api?.stop();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as an operator does, in the copy of the repository. */
async function run(command: string, parameters: string[], input = "") {
  const { SUPABASE_ACCESS_TOKEN: _, ...inherited } = process.env;
  const child = spawn(command, parameters, {
    cwd: folder,
    env: {
      ...inherited,
      NO_COLOR: "1",
      SUPABASE_HOME: join(folder, "home"),
      SUPABASE_PROFILE: join(folder, "profile.yaml"),
      SUPABASE_NO_KEYRING: "1",
      // Reports of use would arrive where they are noticed.
      SUPABASE_TELEMETRY_POSTHOG_HOST: api.url,
    },
  });
  child.stdin.end(input);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      text += part;
    });
  }
  const [code] = await once(child, "close");
  return { code, said: text };
}

const deploy = (...steps: string[]) => run("node", [SCRIPT, "--yes", ...steps]);

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

test("the project keeps its e-mail sign-in, and nobody can sign up", () => {
  expect(api.project.auth).toMatchObject({ external_email_enabled: true, disable_signup: true });
});

test("the project has the product's settings, and those of the operator", () => {
  expect(api.project.auth).toMatchObject({
    site_url: "https://field.example.com/",
    uri_allow_list: "",
    external_anonymous_users_enabled: false,
    jwt_exp: 3600,
    refresh_token_rotation_enabled: true,
    password_min_length: 10,
    security_update_password_require_current_password: true,
    security_update_password_require_reauthentication: false,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mailer_autoconfirm: false,
    smtp_host: "smtp.example.com",
    smtp_port: "587",
    smtp_user: "mailer",
    smtp_pass: MAIL_PASSWORD,
    smtp_admin_email: "field-agents@example.com",
  });
  expect(api.project.api).toMatchObject({ db_schema: "public", max_rows: 1000 });
});

test("afterwards the command line finds nothing that the project has otherwise", async () => {
  const diff = await deploy("diff");
  expect(diff.code).toBe(0);
  expect(diff.said).toMatch(/\(0 update, \d+ remote-only, 0 local-only\)/);
  expect(diff.said).not.toContain("deprecated");
  expect(said.settings).not.toMatch(/not pushed|could not be/);
});

test("every function is uploaded whole, with what it needs and nothing else", () => {
  const functions = readdirSync(join(repository, "supabase/functions")).filter((name) =>
    existsSync(join(repository, "supabase/functions", name, "index.ts")),
  );
  expect(functions).toHaveLength(6);
  expect(Object.keys(api.project.functions).sort()).toEqual(functions.sort());
  for (const [name, { metadata, files }] of Object.entries(api.project.functions)) {
    expect(metadata).toMatchObject({
      entrypoint_path: `supabase/functions/${name}/index.ts`,
      import_map_path: "supabase/functions/deno.json",
      verify_jwt: false,
    });
    for (const [path, text] of Object.entries(files)) {
      expect(path).toMatch(
        /^supabase\/functions\/(_shared\/[\w/-]+\.ts|[\w-]+\/[\w-]+\.ts|deno\.json)$/,
      );
      expect(path).not.toMatch(/\.test\./);
      expect(text).not.toContain(PROVIDER_KEY);
      expect(text).toBe(readFileSync(join(repository, path), "utf8"));
      for (const [, from = ""] of text.matchAll(/from "(\.[^"]+)"/g)) {
        expect(files, `${path} imports ${from}`).toHaveProperty([
          normalize(join(dirname(path), from)),
        ]);
      }
    }
  }
});

test("the functions get their settings as secrets, and the app's origin as the one that may call", () => {
  expect(api.project.secrets).toEqual({
    OPENAI_API_KEY: PROVIDER_KEY,
    AI_PRICES: PRICES,
    ALLOWED_ORIGINS: "https://field.example.com",
  });
});

test("the app is built for the project, and holds its publishable key alone", async () => {
  const dist = join(folder, "dist");
  expect(JSON.parse(await readFile(join(dist, "config.json"), "utf8"))).toMatchObject({
    supabaseUrl: `https://${PROJECT_REF}.supabase.co`,
    supabaseKey: PUBLISHABLE_KEY,
    demo: false,
  });
  const written = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(js|json|html|conf)$|^_/.test(path))
    .map((path) => readFileSync(join(dist, path), "utf8"));
  for (const secret of [PROVIDER_KEY, MAIL_PASSWORD, SECRET_KEY.slice(0, 12)]) {
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
  const before = structuredClone(api.project);
  const again = await deploy("link", "database", "settings", "functions", "secrets");
  expect(again, again.said).toMatchObject({ code: 0 });
  expect(again.said).toContain("up to date");
  expect(api.project).toEqual(before);
});

test("the command line asks for nothing that is not known, and reports its use to nobody", () => {
  expect(api.requests).not.toEqual([]);
  expect(api.unknown).toEqual([]);
});

test.each([
  ["SITE_URL=https://field.example.com/", "SITE_URL=http://field.example.com", "https://"],
  ["SMTP_HOST=smtp.example.com", "SMTP_HOST=", "SMTP_HOST is missing"],
])("with %s replaced by %s, nothing is begun", async (right, wrong, sentence) => {
  const settings = join(folder, "supabase/.env");
  await writeFile(settings, SETTINGS.replace(right, wrong));
  const asked = api.requests.length;
  const refused = await deploy();
  await writeFile(settings, SETTINGS);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain(sentence);
  expect(api.requests).toHaveLength(asked);
});
