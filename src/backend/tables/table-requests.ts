import { REFUSED_BY_RULE } from "@contracts/database-code.ts";
import { SECOND_FACTOR_REQUIRED } from "@contracts/refusal-code.ts";
import type { PostgrestError } from "@supabase/supabase-js";
import { authorizedCall, type Tokens } from "../auth/tokens.ts";
import { type Outcome, refusedOutcome, unreachable } from "../outcome.ts";

/** Rows per request; Supabase returns at most 1,000. */
const PAGE = 1000;

/** Hints with which a trigger gives more than the code of a missing right does. */
const CODES_IN_HINTS: ReadonlySet<unknown> = new Set([REFUSED_BY_RULE, SECOND_FACTOR_REQUIRED]);

interface TableReply {
  data: unknown;
  error: PostgrestError | null;
  status: number;
  /** How many rows match, if the request asked for it. */
  count: number | null;
}

/** A request that is sent when it is awaited. */
interface TableRequest {
  setHeader(name: string, value: string): PromiseLike<TableReply>;
}

/** Sends table requests with a person's token, and returns their outcome. */
export function asPerson(auth: Tokens) {
  return <T>(
    personId: string,
    request: () => TableRequest,
    parse: (data: unknown, count: number | null) => T,
  ): Promise<Outcome<T>> =>
    authorizedCall(auth, personId, async (accessToken) =>
      // Set here, because the client would send no token or another person's once this person has
      // signed out.
      toOutcome(await request().setHeader("Authorization", `Bearer ${accessToken}`), parse),
    );
}

/** Turns a table reply into an `Outcome`. @param parse throws when the rows are not as expected */
function toOutcome<T>(
  reply: TableReply,
  parse: (data: unknown, count: number | null) => T,
): Outcome<T> {
  if (reply.error === null) {
    try {
      return { kind: "ok", value: parse(reply.data, reply.count) };
    } catch {
      return unreachable("Unexpected reply");
    }
  }
  if (reply.status === 0) return unreachable();
  // An error without a code does not come from PostgREST.
  if (!reply.error.code) return unreachable(`Unexpected reply (${reply.status})`);
  const { code, hint, message } = reply.error;
  return refusedOutcome(reply.status, CODES_IN_HINTS.has(hint) ? hint : code, message, null);
}

/**
 * All rows of a request, page by page.
 * @param page loads the rows between two numbers, both included
 */
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
