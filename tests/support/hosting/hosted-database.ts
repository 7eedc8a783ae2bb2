import { readFileSync } from "node:fs";
import pg from "pg";
import { startPostgres } from "#tests/support/postgres.ts";
import { PROJECT_REF } from "./project.ts";

const facts = readFileSync(new URL("hosted-project.sql", import.meta.url), "utf8");

export type HostedDatabase = Awaited<ReturnType<typeof startHostedDatabase>>;

/** Starts a PostgreSQL server that holds what a new Supabase project's does. */
export async function startHostedDatabase() {
  const server = await startPostgres({ superuser: "supabase_admin" });
  const superuser = new pg.Client(server.url);
  await superuser.connect();
  await superuser.query(facts);
  await superuser.end();
  const as = (name: string) => {
    const url = new URL(server.url);
    url.username = name;
    url.password = "postgres";
    return url.href;
  };
  return {
    /** As `postgres`, who is no superuser: the owner of what is migrated. */
    url: as("postgres"),
    /** As Auth itself, to whom accounts belong. */
    authUrl: as("supabase_auth_admin"),
    /** As the connection pooler takes it: the same person under another name. */
    poolerUrl: as(`postgres.${PROJECT_REF}`),
    stop: server.stop,
  };
}
