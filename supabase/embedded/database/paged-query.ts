import pg from "pg";
import { PROGRAM_LIMIT_EXCEEDED } from "#supabase/functions/_shared/contracts/database-code.ts";
import type { OpeningStatement } from "./opening-statements.ts";

/** Rows that are fetched at a time: one more than a page of the app has, so that it takes one trip. */
const PAGE_ROWS = 101;

/** Largest result of one statement, in bytes: far more than the app ever asks for. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

/**
 * The parts that are used here of `pg`'s query class. It may be extended, as `pg`'s row streams do.
 */
interface Messages {
  callback: ((error: Error | null, result: unknown) => void) | undefined;
  submit(connection: pg.Connection): void;
  handleDataRow(message: { length: number; fields: unknown[] }): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  _getRows(connection: Sending): void;
}
type Sending = pg.Connection & {
  stream: { cork(): void; uncork(): void };
  bind(part: { values: readonly string[] }): void;
  execute(part: { portal: string; rows: number }): void;
};
const Query = pg.Query as unknown as new (config: pg.QueryConfig) => Messages;

/** A statement that goes to the server together with those which open its transaction. */
class OpenedQuery extends Query {
  readonly #opening: readonly OpeningStatement[];
  /** How many of them have not been answered. */
  #unanswered: number;

  constructor(text: string, values: unknown[], opening: readonly OpeningStatement[]) {
    super({ text, values, queryMode: "extended" } as pg.QueryConfig);
    this.#opening = opening;
    this.#unanswered = opening.length;
  }

  override submit(connection: pg.Connection): void {
    const { stream } = connection as Sending;
    // All of it in one write.
    stream.cork();
    try {
      for (const { text, values } of this.#opening) {
        connection.parse({ name: "", text, types: [] }, true);
        (connection as Sending).bind({ values });
        (connection as Sending).execute({ portal: "", rows: 0 });
      }
      super.submit(connection);
    } finally {
      stream.uncork();
    }
  }

  override handleDataRow(message: { length: number; fields: unknown[] }): void {
    if (this.#unanswered === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#unanswered === 0) super.handleCommandComplete(message, connection);
    else this.#unanswered -= 1;
  }
}

/** A statement whose rows are fetched page by page, so that neither side ever holds too many. */
class PagedQuery extends OpenedQuery {
  size = 0;
  /** Whether there may be more rows. */
  isSuspended = false;
  #isBegun = false;

  override submit(connection: pg.Connection): void {
    if (this.#isBegun) this._getRows(connection as Sending);
    else super.submit(connection);
    this.#isBegun = true;
  }

  override _getRows(connection: Sending): void {
    this.isSuspended = false;
    connection.execute({ portal: "", rows: PAGE_ROWS });
    connection.sync();
  }

  override handleDataRow(message: { length: number; fields: unknown[] }): void {
    this.size += message.length;
    if (this.size <= LARGEST_ANSWER) super.handleDataRow(message);
  }

  handlePortalSuspended(): void {
    this.isSuspended = true;
  }
}

/**
 * Runs a statement.
 * @param opening what is sent before it, in the same round trip
 */
export async function queryOpened(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  opening: readonly OpeningStatement[],
): Promise<pg.QueryResult> {
  return await answerOf(client, new OpenedQuery(text, values, opening));
}

/**
 * Runs a statement, which must be part of a transaction: outside of one, PostgreSQL drops the
 * remaining rows after the first page.
 * @param opening what is sent before it, in the same round trip
 * @throws Error with SQLSTATE 54000 for a result that is too large
 */
export async function queryPaged(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  opening: readonly OpeningStatement[] = [],
): Promise<pg.QueryResult> {
  const query = new PagedQuery(text, values, opening);
  for (;;) {
    const result = await answerOf(client, query);
    if (query.size > LARGEST_ANSWER) throw tooLarge();
    if (!query.isSuspended) return result;
  }
}

async function answerOf(client: pg.ClientBase, query: Messages): Promise<pg.QueryResult> {
  const result = await new Promise<unknown>((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
  return result as pg.QueryResult;
}

function tooLarge(): Error {
  return Object.assign(new Error("The answer is too large: ask for fewer rows"), {
    code: PROGRAM_LIMIT_EXCEEDED,
  });
}
