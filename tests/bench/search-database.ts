import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startBackend } from "../support/backend.ts";
import { startPostgres } from "../support/postgres.ts";

export type SearchDatabase = Awaited<ReturnType<typeof openSearchDatabase>>;

/** A new PostgreSQL database with the demo's manuals; all its statements share one session. */
export async function openSearchDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), "field-agents-retrieval-"));
  const server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  await (await startBackend({ dataDir, databaseUrl, env: { DEMO: "1" } })).stop();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  /** Runs a statement as the database's owner. */
  const query = async (
    statement: string,
    parameters: (string | null | string[])[] = [],
  ): Promise<Record<string, unknown>[]> => (await client.query(statement, parameters)).rows;
  return {
    query,
    async addFile(id: string, company: string, passages: number) {
      await query(
        `insert into public.knowledge_base (id, file_name, file_path, company_id, kind, size_bytes, passage_count)
         values ($1::uuid, 'Manual', $2::text || '/' || $1, $2::uuid, 'txt', 1, $3::integer)`,
        [id, company, String(passages)],
      );
    },
    /** @param start number of the first passage */
    async addPassages(file: string, start: number, bodies: readonly string[]) {
      const rows = bodies.map((body, at) => ({ chunk_no: start + at, body }));
      await query(
        `insert into public.knowledge_chunks (file_id, chunk_no, body)
         select $1::uuid, p.chunk_no, p.body
         from jsonb_to_recordset($2::text::jsonb) as p (chunk_no integer, body text)`,
        [file, JSON.stringify(rows)],
      );
    },
    async close() {
      await client.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
