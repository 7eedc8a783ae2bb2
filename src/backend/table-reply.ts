import type { PostgrestError } from "@supabase/supabase-js";
import { type Outcome, refusedOutcome, unreachable } from "./outcome.ts";

/** Rows asked for at once; Supabase answers at most 1,000. */
const PAGE = 1000;

export interface TableReply {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

/** A request that leaves when it is awaited. */
export interface TableRequest {
  setHeader(name: string, value: string): PromiseLike<TableReply>;
}

/** What became of a request to a table. @param parse throws when the rows are not what they should be */
export function outcomeOf<T>(reply: TableReply, parse: (data: unknown) => T): Outcome<T> {
  if (reply.error === null) {
    try {
      return { kind: "ok", value: parse(reply.data) };
    } catch {
      return unreachable("Unexpected reply");
    }
  }
  // Status 0: the request got no answer. Without a code it is not PostgREST speaking.
  if (reply.status === 0 || !reply.error.code) return unreachable();
  return refusedOutcome(reply.status, reply.error.code, reply.error.message, null);
}

/** All rows of a request. @param page asks for the rows from one number to another, both included */
export async function allPages<Row>(
  page: (from: number, to: number) => Promise<Outcome<Row[]>>,
): Promise<Outcome<Row[]>> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.length, rows.length + PAGE - 1);
    if (next.kind !== "ok") return next;
    rows.push(...next.value);
    if (next.value.length < PAGE) return { kind: "ok", value: rows };
  }
}
