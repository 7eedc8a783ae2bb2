import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { describeStatement } from "./describe-statement.ts";
import { isTypeless, writeParameter } from "./postgres-parameters.ts";
import type { PostgresTypes } from "./postgres-types.ts";

/** A client of the pool in the hands of Kysely, until it is released. */
export class PostgresSession implements PostgresPoolClient {
  readonly #types: PostgresTypes;
  #client: pg.PoolClient | undefined;

  constructor(client: pg.PoolClient, types: PostgresTypes) {
    this.#client = client;
    this.#types = types;
  }

  query<Row>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    statement: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== "string") throw new Error("Rows are not streamed.");
    return this.#run(statement, values);
  }

  async #run<Row>(
    statement: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const client = this.#client;
    if (!client) throw new Error("This session was given back.");
    const types = values.every(isTypeless) ? [] : await describeStatement(client, statement);
    const written = values.map((value, i) => writeParameter(value, types[i] ?? 0, this.#types));
    return (await client.query<Row & pg.QueryResultRow>(
      statement,
      written,
    )) as PostgresQueryResult<Row>;
  }

  release(): void {
    this.#client?.release();
    this.#client = undefined;
  }
}
