import pg from "pg";
import { columnValues } from "./column-values.ts";

/** `text[]`; a plain number, since `pg` has the lists' types at work but not in its list of names. */
const TEXT_LIST: number = 1009;
/** How the elements of any list are told apart. */
const readTexts: (text: string) => List = pg.types.getTypeParser(TEXT_LIST);

/** What `pg` makes of the columns it reads: as @supabase/lite has it on PGlite, and all else text. */
export class PostgresTypes {
  /** The type of a list's elements, by the list's type. */
  readonly #elements = new Map<number, number>();

  /** Learns the types of lists, which are numbers of each database's own for types of its own. */
  async learn(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<{ oid: number; typarray: number }>(
      "select oid, typarray from pg_catalog.pg_type where typarray <> 0",
    );
    for (const { oid, typarray } of rows) this.#elements.set(typarray, oid);
  }

  /** The type of the elements where that is a list's type. */
  elementOf(type: number): number | undefined {
    return this.#elements.get(type);
  }

  /** Turns the text of a column of that type into its value; `pg` asks by this name. */
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
