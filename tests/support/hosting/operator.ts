import { spawn } from "node:child_process";
import { cp, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printedBy } from "../backend.ts";
import { startHostedDatabase } from "./hosted-database.ts";
import { startManagementApi } from "./management-api.ts";
import { PROJECT_REF } from "./project.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** What the operator writes into the settings file. */
export const SETTINGS = {
  PROJECT_REF,
  SUPABASE_DB_PASSWORD: "postgres",
  SITE_URL: "https://field.example.com/",
  SMTP_HOST: "smtp.example.com",
  SMTP_PORT: "587",
  SMTP_USER: "mailer",
  SMTP_PASSWORD: "a #1 mailer's password",
  SMTP_SENDER: "field-agents@example.com",
  PASSWORD_MIN_LENGTH: "8",
  OPENAI_API_KEY: "sk-of-the-provider",
  AI_PRICES: '{"a $HOME": {"input": 1, "output": 2}}',
};

/** What a build reads, and what is deployed. */
const PARTS = [
  "index.html",
  "package.json",
  "package-lock.json",
  "public",
  "src",
  "supabase",
].concat(["sw", "tsconfig.json", "tests/tsconfig.json", "vite.config.ts"]);

/** Somebody with a clone of the repository and a new project, beside their database and its API. */
export type Operator = Awaited<ReturnType<typeof startOperator>>;

/** Starts with the packages installed and the settings written. */
export async function startOperator() {
  const folder = await mkdtemp(join(tmpdir(), "field-agents-hosted-"));
  for (const part of PARTS) {
    const filter = (path: string) => !/supabase\/\.(data|env|temp)$/.test(path);
    await cp(join(repository, part), join(folder, part), { recursive: true, filter });
  }
  await symlink(join(repository, "node_modules"), join(folder, "node_modules"));
  // A build would install anew if these were newer than the packages.
  for (const name of ["package.json", "package-lock.json"]) await utimes(join(folder, name), 1, 1);
  const set = (settings: Record<string, string>) =>
    writeFile(
      join(folder, "supabase/.env"),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value.includes("'") ? `"${value}"` : `'${value}'`}\n`)
        .join(""),
    );
  await set(SETTINGS);
  // Where the command line looks for settings of functions that run on this machine.
  await writeFile(join(folder, "supabase/functions/.env"), `KEY=${SETTINGS.OPENAI_API_KEY}\n`);

  const database = await startHostedDatabase();
  const api = await startManagementApi(database.poolerUrl);
  // `hosted.invalid` is nobody's: what goes neither to the API nor to the pooler reaches nothing.
  const profile = `name: stand-in
api_url: ${api.url}
dashboard_url: ${api.url}/dashboard
project_host: hosted.invalid
pooler_host: hosted.invalid
`;
  await writeFile(join(folder, "profile.yaml"), profile);

  return {
    folder,
    ...{ database, api },
    set,
    /** Runs the script that deploys. @param input what is typed */
    async deploy(parameters: string[], input = "") {
      const { SUPABASE_ACCESS_TOKEN: _, ...inherited } = process.env;
      const script = spawn(process.execPath, ["supabase/hosting/deploy.mjs", ...parameters], {
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
      script.stdin.end(input);
      const { output, ended } = printedBy(script);
      return { code: await ended, said: output() };
    },
    async stop() {
      await api.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
