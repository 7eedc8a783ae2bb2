import pg from "pg";

/**
 * OID of `text[]`. It is typed as a number: `pg` parses array types, but its enumeration has no
 * names for them.
 */
const TEXT_LIST: number = 1009;
/** The types of so many statements' parameters are remembered. */
const MOST_REMEMBERED = 500;

/** Splits the text of an array of any type into the texts of its elements. */
const readTexts: (text: string) => List = pg.types.getTypeParser(TEXT_LIST);

/**
 * Tells `pg` how to parse columns: like @supabase/lite on PGlite; columns of other types stay text.
 */
export class PostgresTypes {
  /** The type of a list's elements, by the list's type. */
  readonly #elements = new Map<number, number>();
  /** The types of parameters by statement. */
  readonly #parameters = new Map<string, readonly number[]>();

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

  /**
   * The types (OIDs) of a statement's parameters. The server knows them, and is asked once.
   * @throws DatabaseError if the statement is invalid or not permitted
   */
  async parameters(client: pg.ClientBase, statement: string): Promise<readonly number[]> {
    const known = this.#parameters.get(statement);
    if (known) return known;
    await client.query(`prepare described as ${statement}`);
    const { rows } = await client.query<{ types: number[] }>(
      "select parameter_types::oid[] as types from pg_prepared_statements where name = 'described'",
    );
    await client.query("deallocate described");
    const types = rows[0]?.types ?? [];
    if (this.#parameters.size >= MOST_REMEMBERED) {
      for (const oldest of this.#parameters.keys()) {
        this.#parameters.delete(oldest);
        break;
      }
    }
    this.#parameters.set(statement, types);
    return types;
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

/** Turns a column's text into its value, by the OID of the column's type in PostgreSQL. */
const columnValues: Record<number, (text: string) => unknown> = {
  16: (text) => text === "t", // boolean
  17: (text) => Buffer.from(text.slice(2), "hex"), // bytea
  20: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)), // bigint
  21: Number, // smallint
  23: Number, // integer
  26: Number, // oid
  114: (text) => JSON.parse(text), // json
  700: Number, // real
  701: Number, // double precision
  1184: isoTimestamp, // timestamptz
  1700: (text) => (String(Number(text)) === text ? Number(text) : text), // numeric
  3802: (text) => JSON.parse(text), // jsonb
};

/**
 * Turns `2026-01-02 03:04:05.678+00` into `2026-01-02T03:04:05.678+00:00`, which a Supabase project
 * answers and every browser can parse.
 */
function isoTimestamp(text: string): string {
  return text.replace(/^(\S+) (\S+?)([+-]\d\d)$/, "$1T$2$3:00");
}
