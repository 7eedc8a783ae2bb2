import type { PostgresPool, PostgresQueryResult } from "kysely";
import { connectionOver, type Database, type Transaction, transactionOver } from "./database.ts";
import { KyselySession } from "./kysely-session.ts";

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

class NestedSession extends KyselySession {
  readonly #transaction: Transaction;
  readonly #free: () => void;
  #hasBegun = false;

  constructor(transaction: Transaction, free: () => void) {
    super();
    this.#transaction = transaction;
    this.#free = free;
  }

  release(): void {
    this.#free();
  }

  protected async run<Row>(
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
