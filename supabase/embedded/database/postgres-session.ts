import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { PROGRAM_LIMIT_EXCEEDED } from "#supabase/functions/_shared/contracts/database-code.ts";
import { isTypeless, type PostgresTypes } from "./postgres-types.ts";
import { OPENING, requestClient } from "./request-context.ts";

/** Statements that end a transaction run even if their client has disconnected. */
const ENDING = /^(commit|rollback)\b/i;

/** Largest answer to a statement of a request, in characters: far more than the app ever asks for. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

const NO_ROWS = { command: "SELECT" as const, rowCount: 0, rows: [] };

/**
 * Makes a pool of clients that know the database's types.
 * @param prepare is called with each new client before it is used
 */
export function createPool(
  config: pg.PoolConfig,
  types: PostgresTypes,
  prepare: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = new pg.Pool({
    ...{ ...config, types, idleTimeoutMillis: 0 },
    onConnect: async (client) => {
      client.on("error", ignoreLoss);
      await prepare(client);
      await types.learn(client);
    },
  });
  pool.on("error", ignoreLoss);
  pool.on("release", (_, client) => {
    // Ends a client with an open transaction: its next user must not continue that transaction.
    // The pool drops ended clients.
    if (client.getTransactionStatus() !== "I") void client.end();
  });
  return pool;
}

/** Ignores an error: the pool drops the client, and the client's user sees its statement fail. */
export function ignoreLoss(): void {}

/** What a session does besides the client's own work. */
interface SessionOptions {
  /**
   * Ends the client's running statement at the server; absent if the server cannot do that: then the
   * running statement goes on, and no further one is begun.
   */
  cancel?: (client: pg.PoolClient) => Promise<void>;
  /** Runs each statement, within a limit of time. */
  limited?: <T>(statement: () => Promise<T>) => Promise<T>;
}

/**
 * A client of the pool while Kysely uses it. A statement is cancelled when the HTTP client that it runs for
 * disconnects. What opens a transaction is sent as one message with the first statement whose result is
 * needed; where the pool has `pipeline`, that takes no round trip of its own.
 */
export class PostgresSession implements PostgresPoolClient {
  readonly #types: PostgresTypes;
  readonly #options: SessionOptions;
  #client: pg.PoolClient | undefined;
  /** Statements that are sent before the next one, with their values in them. */
  #opening: string[] = [];
  /** Whether a cancellation was sent: it may arrive late and hit the next statement. */
  #isSpoilt = false;

  constructor(client: pg.PoolClient, types: PostgresTypes, options: SessionOptions) {
    this.#client = client;
    this.#types = types;
    this.#options = options;
  }

  query<Row>(statement: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    statement: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== "string") throw new Error("Rows are not streamed.");
    const { limited } = this.#options;
    const run = () => this.#run<Row>(statement, values);
    return limited ? limited(run) : run();
  }

  async #run<Row>(
    statement: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    const client = this.#client;
    if (!client) throw new Error("This session was given back.");
    if (OPENING.has(statement)) {
      const value = (_: string, number: string) =>
        client.escapeLiteral(String(values[+number - 1]));
      this.#opening.push(statement.replace(/\$(\d)/g, value));
      return NO_ROWS;
    }
    const isEnding = ENDING.test(statement);
    const signal = isEnding ? undefined : requestClient.getStore()?.signal;
    signal?.throwIfAborted();
    const opening = this.#opening.splice(0).join("; ");
    // Nothing was done between the beginning and the end.
    if (isEnding && opening !== "") return NO_ROWS;
    const cancel = () => {
      if (this.#options.cancel === undefined) return;
      this.#isSpoilt = true;
      void this.#options.cancel(client);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    const opened = opening === "" ? undefined : client.query(opening);
    // Its failure is reported below.
    opened?.catch(() => {});
    try {
      if (!client.pipeline) await opened;
      const answer = await client.query({
        text: statement,
        values: values.every(isTypeless)
          ? values.map((value) => value ?? null)
          : await this.#types.writeAll(client, statement, values),
        ...(signal && { types: bounded(this.#types) }),
      });
      return answer as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      // After the opening has failed, all other statements do, with an error that says no more than that.
      await opened;
      throw error;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  release(): void {
    this.#client?.release(this.#isSpoilt);
    this.#client = undefined;
  }
}

/**
 * The types for one answer, which must not be larger than `LARGEST_ANSWER`.
 * @returns parsers that throw SQLSTATE 54000 beyond it: `pg` then drops the remaining rows
 */
function bounded(types: PostgresTypes): pg.CustomTypesConfig {
  let size = 0;
  const getTypeParser = (type: number) => {
    const parse = types.getTypeParser(type);
    return (text: string) => {
      size += text.length;
      if (size <= LARGEST_ANSWER) return parse(text);
      throw Object.assign(new Error("The answer is too large: ask for fewer rows"), {
        code: PROGRAM_LIMIT_EXCEEDED,
      });
    };
  };
  return { getTypeParser: getTypeParser as pg.CustomTypesConfig["getTypeParser"] };
}
