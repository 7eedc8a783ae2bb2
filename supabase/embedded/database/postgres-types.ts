import pg from "pg";
import { columnValues } from "./column-values.ts";

/**
 * OID of `text[]`. It is typed as a number: `pg` parses array types, but its enumeration has no
 * names for them.
 */
const TEXT_LIST: number = 1009;
/** Splits the text of an array of any type into the texts of its elements. */
const readTexts: (text: string) => List = pg.types.getTypeParser(TEXT_LIST);

/**
 * Tells `pg` how to parse columns: like @supabase/lite on PGlite; columns of other types stay text.
 */
export class PostgresTypes {
  /** The type of a list's elements, by the list's type. */
  readonly #elements = new Map<number, number>();

  /**
   * Reads the array types from the database: a type that a database defines itself has an OID of
   * its own there.
   */
  async learn(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ oid: number; typarray: number }>(
      "select oid, typarray from pg_catalog.pg_type where typarray <> 0",
    );
    for (const { oid, typarray } of rows) this.#elements.set(typarray, oid);
  }

  /** The type of the elements if `type` is an array type. */
  elementOf(type: number): number | undefined {
    return this.#elements.get(type);
  }

  /**
   * Returns the parser for the text of a column of that type; `pg` calls this method by its name.
   */
  readonly getTypeParser = (type: number): ((text: string) => unknown) => {
    const element = this.#elements.get(type);
    if (element === undefined) return columnValues[type] ?? asText;
    const parse = columnValues[element] ?? asText;
    return (text) => parsed(readTexts(text), parse);
  };
}

type List = (string | null | List)[];

function parsed(list: List, parse: (text: string) => unknown): unknown[] {
  return list.map((it) => {
    if (Array.isArray(it)) return parsed(it, parse);
    return it === null ? null : parse(it);
  });
}

function asText(text: string): string {
  return text;
}
