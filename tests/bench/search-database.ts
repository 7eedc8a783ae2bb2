import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { startBackend } from "../support/backend.ts";
import { startPostgres } from "../support/postgres.ts";
import { findPostgres } from "../support/setup/postgres.mjs";

/** A new database with the demo company's manuals, of which all statements share one session. */
export type SearchDatabase = Awaited<ReturnType<typeof openSearchDatabase>>;

/** Opens it: on PostgreSQL if it is installed, unless the embedded database is asked for. */
export async function openSearchDatabase({ embedded = false } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "field-agents-retrieval-"));
  const server = !embedded && findPostgres() ? await startPostgres() : null;
  const databaseUrl = await server?.createDatabase();
  const options = { dataDir, env: { DEMO: "1" }, ...(databaseUrl && { databaseUrl }) };
  await (await startBackend(options)).stop();
  const client = databaseUrl ? new pg.Client(databaseUrl) : null;
  await client?.connect();
  const pglite = client ? null : await PGlite.create(join(dataDir, "database"));
  /** Runs a statement as the database's owner. */
  const query = async (
    statement: string,
    parameters: (string | null | string[])[] = [],
  ): Promise<Record<string, unknown>[]> =>
    client
      ? (await client.query(statement, parameters)).rows
      : ((await pglite?.query<Record<string, unknown>>(statement, parameters))?.rows ?? []);
  return {
    /** The database engine it runs on. */
    name: client ? "PostgreSQL" : "PGlite",
    query,
    async addFile(id: string, company: string, passages: number) {
      await query(
        `insert into public.knowledge_base (id, file_name, file_path, company_id, kind, size_bytes, passage_count)
         values ($1::uuid, 'Manual', $2::text || '/' || $1, $2::uuid, 'txt', 1, $3::integer)`,
        [id, company, String(passages)],
      );
    },
    /** @param start number of the first passage */
    async addPassages(
      file: string,
      start: number,
      passages: readonly { heading: string | null; body: string }[],
    ) {
      const rows = passages.map(({ heading, body }, at) => {
        return { chunk_no: start + at, heading, body };
      });
      await query(
        `insert into public.knowledge_chunks (file_id, chunk_no, heading, body)
         select $1::uuid, p.chunk_no, p.heading, p.body
         from jsonb_to_recordset($2::text::jsonb) as p (chunk_no integer, heading text, body text)`,
        [file, JSON.stringify(rows)],
      );
    },
    async close() {
      await client?.end();
      await pglite?.close();
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
