import type pg from "pg";

/**
 * Asks the server for the types of a statement's parameters, by their numbers in PostgreSQL, without
 * running it.
 * @throws DatabaseError when the statement is none, or not permitted
 */
export function describeStatement(client: pg.ClientBase, statement: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    client.query(new Description(statement, resolve, reject));
  });
}

/** The part of a query's life that `pg` lets one write oneself, as its cursors do. */
class Description implements pg.Submittable {
  readonly #statement: string;
  readonly #resolve: (types: number[]) => void;
  readonly #reject: (error: Error) => void;
  #types: number[] = [];

  constructor(
    statement: string,
    resolve: (types: number[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#statement = statement;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.once("parameterDescription", this.#keep);
    connection.parse({ name: "", text: this.#statement, types: [] }, true);
    connection.describe({ type: "S", name: "" }, true);
    connection.sync();
  }

  readonly #keep = ({ dataTypeIDs }: { dataTypeIDs: number[] }): void => {
    this.#types = dataTypeIDs;
  };

  handleRowDescription(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#types);
  }

  handleError(error: Error, connection: pg.Connection): void {
    connection.removeListener("parameterDescription", this.#keep);
    this.#reject(error);
  }
}
