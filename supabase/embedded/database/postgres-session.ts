import type { PostgresQueryResult } from "kysely";
import type pg from "pg";
import { clientSignal } from "./client-signal.ts";
import { describeStatement } from "./describe-statement.ts";
import { KyselySession } from "./kysely-session.ts";
import { queryPaged } from "./paged-query.ts";
import { isTypeless, writeParameter } from "./postgres-parameters.ts";
import type { PostgresTypes } from "./postgres-types.ts";

/** Statements that end a transaction run even if their client has disconnected. */
const ENDING = /^(commit|rollback)\b/i;

/** Statements that may return any number of rows. */
const READING = /^\s*(select|with)\b/i;

/**
 * A client of the pool while Kysely uses it, until it is released. A statement is cancelled when
 * the HTTP client that it runs for disconnects.
 */
export class PostgresSession extends KyselySession {
  readonly #types: PostgresTypes;
  readonly #cancel: ((client: pg.PoolClient) => Promise<void>) | undefined;
  #client: pg.PoolClient | undefined;
  /** Whether a cancellation was sent: it may arrive late and hit the next statement. */
  #isSpoilt = false;

  /**
   * @param cancel ends the client's running statement at the server; absent if the server cannot do
   *   that: then the running statement goes on, and no further one is begun
   */
  constructor(
    client: pg.PoolClient,
    types: PostgresTypes,
    cancel?: (client: pg.PoolClient) => Promise<void>,
  ) {
    super();
    this.#client = client;
    this.#types = types;
    this.#cancel = cancel;
  }

  protected async run<Row>(
    statement: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const client = this.#client;
    if (!client) throw new Error("This session was given back.");
    const signal = ENDING.test(statement) ? undefined : clientSignal();
    signal?.throwIfAborted();
    const cancel = () => {
      if (this.#cancel === undefined) return;
      this.#isSpoilt = true;
      void this.#cancel(client);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const types = values.every(isTypeless) ? [] : await describeStatement(client, statement);
      signal?.throwIfAborted();
      const written = values.map((value, i) => writeParameter(value, types[i] ?? 0, this.#types));
      const isRead = signal !== undefined && READING.test(statement);
      const result = await (isRead && client.getTransactionStatus() === "T"
        ? queryPaged(client, statement, written)
        : client.query(statement, written));
      return result as PostgresQueryResult<Row>;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  release(): void {
    this.#client?.release(this.#isSpoilt);
    this.#client = undefined;
  }
}
