import type pg from "pg";

/**
 * Asks the server for the types (OIDs) of a statement's parameters, without running the statement.
 * @throws DatabaseError if the statement is invalid or not permitted
 */
export function describeStatement(client: pg.ClientBase, statement: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    client.query(new Description(statement, resolve, reject));
  });
}

/** A query object of our own, which `pg` accepts like those of its cursors. */
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
