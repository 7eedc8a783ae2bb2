import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";

/** A session of a database while Kysely uses it, until it is released. It answers whole results only. */
export abstract class KyselySession implements PostgresPoolClient {
  query<Row>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    statement: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== "string") throw new Error("Rows are not streamed.");
    return this.run(statement, values);
  }

  /** @param values one for each parameter of the statement, in their order */
  protected abstract run<Row>(
    statement: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>>;

  abstract release(): void;
}
