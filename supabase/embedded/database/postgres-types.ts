import pg from "pg";

/**
 * OID of `text[]`. It is typed as a number: `pg` parses array types, but its enumeration has no
 * names for them.
 */
const TEXT_LIST: number = 1009;
const BOOLEAN = 16;
const BYTEA = 17;
const JSON_TYPES = new Set([114, 3802]);
/** Types of dates and times: PostgreSQL would read some plain numbers as a date. */
const DATES = new Set([1082, 1083, 1114, 1184, 1266]);

/** The types of so many statements' parameters are remembered. */
const MOST_REMEMBERED = 500;

/** Splits the text of an array of any type into the texts of its elements. */
const readTexts: (text: string) => List = pg.types.getTypeParser(TEXT_LIST);

/** The message of the error for a value that does not fit its parameter. */
export const WRONG_TYPE = "Invalid input for this type";

/** Whether the value is written the same for every type. */
export function isTypeless(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || typeof value === "string";
}

/**
 * Tells `pg` how to parse columns: like @supabase/lite on PGlite; columns of other types stay text. Writes
 * parameters by the types that they have in the database.
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
   * Writes a statement's parameters in the form that their types need.
   * @throws DatabaseError if the statement is invalid or not permitted, Error `WRONG_TYPE`
   */
  async writeAll(client: pg.ClientBase, statement: string, values: readonly unknown[]) {
    const types = await this.#parameterTypes(client, statement);
    return values.map((value, i) => this.#write(value, types[i] ?? 0));
  }

  /** The types (OIDs) of a statement's parameters. The server knows them, and is asked once. */
  async #parameterTypes(client: pg.ClientBase, statement: string): Promise<readonly number[]> {
    const known = this.#parameters.get(statement);
    if (known) return known;
    await client.query(`prepare described as ${statement}`);
    const { rows } = await client.query<{ types: number[] }>(
      "select parameter_types::oid[] as types from pg_prepared_statements where name = 'described'",
    );
    await client.query("deallocate described");
    const types = rows[0]?.types ?? [];
    if (this.#parameters.size >= MOST_REMEMBERED) this.#parameters.clear();
    this.#parameters.set(statement, types);
    return types;
  }

  /** Unlike `pg`, refuses an object or a list that does not fit the type. @param type OID */
  #write(value: unknown, type: number): string | Buffer | null {
    if (isTypeless(value)) return value ?? null;
    if (JSON_TYPES.has(type)) return JSON.stringify(value);
    const element = this.#elements.get(type);
    if (element !== undefined && Array.isArray(value)) return this.#writeList(value, element);
    if (type === BYTEA && ArrayBuffer.isView(value)) {
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    if (DATES.has(type) && value instanceof Date) return value.toISOString();
    if (type === BOOLEAN && typeof value === "boolean") return String(value);
    const isNumber = typeof value === "number" || typeof value === "bigint";
    if (isNumber && element === undefined && type !== BOOLEAN && !DATES.has(type)) {
      return String(value);
    }
    throw new Error(WRONG_TYPE);
  }

  #writeList(list: unknown[], element: number): string {
    const elements = list.map((it) => {
      if (Array.isArray(it) && !JSON_TYPES.has(element)) return this.#writeList(it, element);
      const text = this.#write(it, element);
      if (text === null) return "NULL";
      return `"${String(text).replace(/["\\]/g, "\\$&")}"`;
    });
    return `{${elements.join(",")}}`;
  }

  /** Returns the parser for the text of a column of that type; `pg` calls this method by its name. */
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
