import { once } from "node:events";
import { createServer } from "node:http";
import pg from "pg";
import type { Technician } from "./people.ts";
import { ROWS_EACH } from "./people.ts";

/** What the server runs for a read: the person's claims, and the rows that the policies let them see. */
const CONTEXT = [
  "select set_config('role', 'authenticated', true)",
  "set_config('request.jwt.claim.sub', $1, true)",
  "set_config('request.jwt.claims', $2, true)",
].join(", ");
const READ = "select * from public.agent_logs order by created_at desc limit $1";

/** Reads the rows of people's histories with `pg` alone, in the transactions in which REST reads them. */
export class PgAlone {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, connections: number) {
    this.#pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  }

  /**
   * Reads once for each of these people, as many at a time as there are connections.
   * @returns how long each read took, in milliseconds, and all of them, in seconds
   */
  async read(people: readonly Technician[]): Promise<{ times: number[]; seconds: number }> {
    const coming = people.values();
    const times: number[] = [];
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: this.#pool.options.max ?? 1 }, async () => {
        for (const { accessToken } of coming) {
          const started = performance.now();
          await this.answer(accessToken);
          times.push(performance.now() - started);
        }
      }),
    );
    return { times, seconds: (performance.now() - begun) / 1000 };
  }

  /** Reads once. @returns the rows as the body of an answer */
  async answer(accessToken: string): Promise<string> {
    const [, payload = ""] = accessToken.split(".");
    const claims = Buffer.from(payload, "base64url").toString();
    const { sub }: { sub: string } = JSON.parse(claims);
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      await client.query(CONTEXT, [sub, claims]);
      const { rows } = await client.query(READ, [ROWS_EACH]);
      const text = JSON.stringify(rows);
      await client.query("commit");
      if (rows.length !== ROWS_EACH) throw new Error("Other rows were read.");
      return text;
    } finally {
      client.release();
    }
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }
}

/**
 * Starts a server that answers the same reads and checks nothing, not even the token. No server that uses `pg` can do
 * less work.
 */
export async function serveReads(databaseUrl: string, connections: number) {
  const database = new PgAlone(databaseUrl, connections);
  const server = createServer(async ({ headers }, response) => {
    const body = await database.answer(headers.authorization ?? "");
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async end(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await database.end();
    },
  };
}
