import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "../database/database.ts";
import { openEmbeddedDatabase } from "../database/pglite-database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import { type DataPaths, openUnlessInUse } from "./data-directory.ts";
import { askBackend } from "./operator-channel.ts";
import { readSettings, type Settings } from "./settings.ts";
import { StartRefusal } from "./start-refusal.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Runs a command and ends the process: with 0, or with 1 after one sentence about what is wrong.
 * @param work gets the product's version and the absolute path of its migrations, too
 */
export async function carry(
  work: (means: { settings: Settings; version: string; migrations: string }) => Promise<void>,
): Promise<never> {
  try {
    const { version } = JSON.parse(await Deno.readTextFile(join(repository, "package.json")));
    await work({
      settings: readSettings(Deno.env.toObject(), repository),
      version,
      migrations: join(repository, "supabase/migrations"),
    });
    Deno.exit(0);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(error instanceof StartRefusal ? reason : `This failed: ${reason}`);
    Deno.exit(1);
  }
}

/**
 * Does a task with the database of these settings: in the backend if one runs, because a database may have
 * one process only, or else here by `work`.
 * @throws StartRefusal when the backend does not answer, or the database cannot be reached
 */
export async function onBackend<Answer>(
  { dataDir, databaseUrl }: Pick<Settings, "dataDir" | "databaseUrl">,
  task: Parameters<typeof askBackend>[1],
  work: (database: Database, data: DataPaths) => Promise<Answer>,
): Promise<Answer> {
  const data = await openUnlessInUse(dataDir);
  if (!data) return (await askBackend(dataDir, task)) as Answer;
  try {
    const database = databaseUrl
      ? await openPostgresDatabase(databaseUrl)
      : await openEmbeddedDatabase(data.database);
    return await work(database, data).finally(() => database.close());
  } finally {
    data.release();
  }
}

/**
 * The absolute path of the one file that a person names, where they are: npm runs in the repository.
 * @throws StartRefusal with the usage
 */
export function fileArgument(usage: string): string {
  const [file, ...others] = Deno.args;
  if (!file || others.length > 0 || file.startsWith("-")) throw new StartRefusal(usage);
  return resolve(Deno.env.get("INIT_CWD") ?? Deno.cwd(), file);
}
