import pg from "pg";
import { PROGRAM_LIMIT_EXCEEDED } from "#supabase/functions/_shared/contracts/database-code.ts";

/** Rows that are fetched at a time. */
const PAGE_ROWS = 50;

/** Largest result of one statement, in bytes: far more than the app ever asks for. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

/**
 * The parts that are used here of `pg`'s query class. It may be extended, as `pg`'s row streams do.
 */
interface Messages {
  callback: ((error: Error | null, result: unknown) => void) | undefined;
  submit(connection: pg.Connection): void;
  handleDataRow(message: { length: number; fields: unknown[] }): void;
}
type Reading = pg.Connection & { execute(part: { portal: string; rows: number }): void };
const Query = pg.Query as unknown as new (config: pg.QueryConfig) => Messages;

/** A statement whose rows are fetched page by page, so that neither side ever holds too many. */
class PagedQuery extends Query {
  size = 0;
  /** Whether there may be more rows. */
  isSuspended = false;
  #isBegun = false;

  override submit(connection: pg.Connection): void {
    if (this.#isBegun) this._getRows(connection as Reading);
    else super.submit(connection);
    this.#isBegun = true;
  }

  _getRows(connection: Reading): void {
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
 * Runs a statement, which must be part of a transaction: outside of one, PostgreSQL drops the
 * remaining rows after the first page.
 * @throws Error with SQLSTATE 54000 for a result that is too large
 */
export async function queryPaged(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  const query = new PagedQuery({ text, values, queryMode: "extended" } as pg.QueryConfig);
  for (;;) {
    const result = await new Promise<unknown>((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
      client.query(query as unknown as pg.Submittable);
    });
    if (query.size > LARGEST_ANSWER) throw tooLarge();
    if (!query.isSuspended) return result as pg.QueryResult;
  }
}

function tooLarge(): Error {
  return Object.assign(new Error("The answer is too large: ask for fewer rows"), {
    code: PROGRAM_LIMIT_EXCEEDED,
  });
}
