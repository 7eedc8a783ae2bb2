import type { PGlite } from "@supabase/lite/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";

/**
 * Kysely over PGlite, one user at a time.
 *
 * PGlite is a single session. The dialect of @supabase/lite hands that session to everybody at
 * once, so that a request's statements run inside the transaction, and with the role and the
 * claims, of another request that happens to be open. Here a transaction has the session to itself.
 */
export function exclusivePgliteDialect(pglite: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ExclusiveDriver(pglite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class ExclusiveDriver implements Driver {
  readonly #session: DatabaseConnection;
  /** Settles when the last one in the line has let go. */
  #line: Promise<void> = Promise.resolve();
  #leave: () => void = () => {};

  constructor(pglite: PGlite) {
    this.#session = new PgliteSession(pglite);
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#line;
    this.#line = promise;
    await before;
    this.#leave = resolve;
    return this.#session;
  }

  async releaseConnection(): Promise<void> {
    this.#leave();
  }

  async beginTransaction(session: DatabaseConnection): Promise<void> {
    await session.executeQuery(CompiledQuery.raw("begin"));
  }

  async commitTransaction(session: DatabaseConnection): Promise<void> {
    await session.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    await session.executeQuery(CompiledQuery.raw("rollback"));
  }
}

class PgliteSession implements DatabaseConnection {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.#pglite.query<Row>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("PGlite does not stream.");
  }
}
