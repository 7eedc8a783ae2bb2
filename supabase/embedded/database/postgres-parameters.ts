import type { PostgresTypes } from "./postgres-types.ts";

type WrittenValue = string | Buffer | null;

const BOOLEAN = 16;
const BYTEA = 17;
const JSON_TYPES = new Set([114, 3802]);
/** Types of dates and times: PostgreSQL would read some plain numbers as a date. */
const DATES = new Set([1082, 1083, 1114, 1184, 1266]);

/** Whether the value is written the same for every type. */
export function isTypeless(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || typeof value === "string";
}

/**
 * Writes a parameter in the form that its type needs. Unlike `pg`, it refuses an object or a list
 * that does not fit the type.
 * @throws Error "Invalid input for this type"
 */
export function writeParameter(value: unknown, type: number, types: PostgresTypes): WrittenValue {
  if (isTypeless(value)) return value ?? null;
  if (JSON_TYPES.has(type)) return JSON.stringify(value);
  const element = types.elementOf(type);
  if (element !== undefined && Array.isArray(value)) return writeList(value, element, types);
  if (type === BYTEA && ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (DATES.has(type) && value instanceof Date) return value.toISOString();
  if (type === BOOLEAN && typeof value === "boolean") return String(value);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  if (isNumber && element === undefined && type !== BOOLEAN && !DATES.has(type)) {
    return String(value);
  }
  throw new Error("Invalid input for this type");
}

function writeList(list: unknown[], element: number, types: PostgresTypes): string {
  const elements = list.map((it) => {
    if (Array.isArray(it) && !JSON_TYPES.has(element)) return writeList(it, element, types);
    const text = writeParameter(it, element, types);
    if (text === null) return "NULL";
    return `"${String(text).replace(/["\\]/g, "\\$&")}"`;
  });
  return `{${elements.join(",")}}`;
}
