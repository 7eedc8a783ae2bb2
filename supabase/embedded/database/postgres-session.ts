import type { PostgresQueryResult } from "kysely";
import type pg from "pg";
import { clientSignal } from "./client-signal.ts";
import { KyselySession } from "./kysely-session.ts";
import { type OpeningStatement, openingStatement } from "./opening-statements.ts";
import { queryOpened, queryPaged } from "./paged-query.ts";
import { isTypeless, writeParameter } from "./postgres-parameters.ts";
import type { PostgresTypes } from "./postgres-types.ts";

/** Statements that end a transaction run even if their client has disconnected. */
const ENDING = /^(commit|rollback)\b/i;

/** Statements that may return any number of rows. */
const READING = /^\s*(select|with)\b/i;

const NO_ROWS = { command: "SELECT" as const, rowCount: 0, rows: [] };

/**
 * A client of the pool while Kysely uses it, until it is released. A statement is cancelled when
 * the HTTP client that it runs for disconnects. What opens a transaction is sent with the first statement
 * whose result is needed, so that it takes no round trip of its own.
 */
export class PostgresSession extends KyselySession {
  readonly #types: PostgresTypes;
  readonly #cancel: ((client: pg.PoolClient) => Promise<void>) | undefined;
  #client: pg.PoolClient | undefined;
  /** Statements that go along with the next one. */
  #opening: OpeningStatement[] = [];
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
    const opening = openingStatement(statement, values);
    if (opening) {
      this.#opening.push(opening);
      return NO_ROWS;
    }
    const isEnding = ENDING.test(statement);
    // Nothing was done between the beginning and the end.
    if (isEnding && this.#opening.length > 0) {
      this.#opening = [];
      return NO_ROWS;
    }
    const signal = isEnding ? undefined : clientSignal();
    signal?.throwIfAborted();
    const cancel = () => {
      if (this.#cancel === undefined) return;
      this.#isSpoilt = true;
      void this.#cancel(client);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const isRead = signal !== undefined && READING.test(statement);
      if (values.length === 0 && !isRead) {
        await this.#open(client);
        return (await client.query(statement)) as unknown as PostgresQueryResult<Row>;
      }
      const written = await this.#write(client, statement, values);
      signal?.throwIfAborted();
      const isInTransaction = this.#opening.length > 0 || client.getTransactionStatus() === "T";
      const query = isRead && isInTransaction ? queryPaged : queryOpened;
      const result = await query(client, statement, written, this.#opening.splice(0));
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      // Perhaps because another server has migrated the database.
      this.#types.forgetParameters(statement);
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Sends what waits for the next statement. */
  async #open(client: pg.PoolClient): Promise<void> {
    for (const { text, values } of this.#opening.splice(0)) await client.query(text, [...values]);
  }

  /** The values of a statement as its parameters' types need them. */
  async #write(
    client: pg.PoolClient,
    statement: string,
    values: readonly unknown[],
  ): Promise<(string | Buffer | null)[]> {
    if (values.every(isTypeless)) return values.map((value) => value ?? null);
    const known = this.#types.parametersOf(statement);
    if (!known) await this.#open(client);
    const types = known ?? (await this.#types.learnParameters(client, statement));
    return values.map((value, i) => writeParameter(value, types[i] ?? 0, this.#types));
  }

  release(): void {
    this.#client?.release(this.#isSpoilt);
    this.#client = undefined;
  }
}
