import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { connectionOver, type Database, type Transaction, transactionOver } from "./database.ts";

/**
 * A database all of whose work is part of one open transaction. What prepares a database commits
 * several transactions of its own; here they are savepoints, and take effect together or not at all.
 */
export async function databaseWithin(transaction: Transaction): Promise<Database> {
  const connection = await connectionOver(new TransactionPool(transaction));
  return {
    connection,
    transaction: transactionOver(connection.kysely),
    alone: (work) => work(),
    close: async () => {},
  };
}

/** Gives the transaction to one user at a time. */
class TransactionPool implements PostgresPool {
  readonly #transaction: Transaction;
  #free: Promise<void> = Promise.resolve();

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  async connect(): Promise<NestedSession> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#free;
    this.#free = promise;
    await before;
    return new NestedSession(this.#transaction, resolve);
  }

  async end(): Promise<void> {}
}

/** What the statements around a transaction are inside of another one. */
const NESTED = new Map([
  ["begin", "savepoint nested"],
  ["commit", "release savepoint nested"],
  ["rollback", "rollback to savepoint nested; release savepoint nested"],
]);

class NestedSession implements PostgresPoolClient {
  readonly #transaction: Transaction;
  readonly release: () => void;
  #hasBegun = false;

  constructor(transaction: Transaction, release: () => void) {
    this.#transaction = transaction;
    this.release = release;
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
    const nested = NESTED.get(statement);
    if (nested !== undefined) this.#hasBegun = statement === "begin";
    const rows =
      nested !== undefined || this.#hasBegun
        ? await this.#transaction.query(nested ?? statement, values)
        : await this.#alone(statement, values);
    return { command: "SELECT", rowCount: rows.length, rows: rows as Row[] };
  }

  /** Runs a statement whose failure must not end the transaction around it. */
  async #alone(statement: string, values: readonly unknown[]) {
    await this.#transaction.query("savepoint alone");
    try {
      const rows = await this.#transaction.query(statement, values);
      await this.#transaction.query("release savepoint alone");
      return rows;
    } catch (error) {
      await this.#transaction.query("rollback to savepoint alone; release savepoint alone");
      throw error;
    }
  }
}
