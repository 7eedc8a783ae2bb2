/** Turns a column's text into its value, by the OID of the column's type in PostgreSQL. */
export const columnValues: Record<number, (text: string) => unknown> = {
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
export function isoTimestamp(text: string): string {
  return text.replace(/^(\S+) (\S+?)([+-]\d\d)$/, "$1T$2$3:00");
}
