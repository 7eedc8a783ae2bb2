import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import { type ActivityFilter, ANY_CHARACTER, activityLogSchema } from "@contracts/agent-log.ts";
import { type DetailedLogFilter, detailedLogSchema } from "@contracts/detailed-log.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { openRows, type RowSource, type Selection } from "./rows.ts";

const ACTIVITY = {
  source: "entries",
  columns: Object.keys(activityLogSchema.shape).join(", "),
  schema: activityLogSchema,
};
const DETAILED = {
  source: "detailed_agent_logs",
  columns: Object.keys(detailedLogSchema.shape).join(", "),
  schema: detailedLogSchema,
};

/** Rows of a page when all logs of a filter are loaded: their texts may be long. */
const PAGE = 200;

/** Some of the logs of a filter, newest first; the last page is empty. */
export interface LogPage<Row> {
  rows: Row[];
  /** How many match the filter; null unless this is the first page. */
  count: number | null;
}

/**
 * Where a page of logs begins. By time instead of by number: logs that are written while the pages
 * are loaded move none of them.
 */
export interface LogPlace {
  /** Older than this moment (ISO 8601). */
  before: string;
  /** So many of those were on the pages before. */
  skipped: number;
}

const NEWEST_FIRST = ["-created_at", "id"];

/** The logs that administrators read. Each method returns an `Outcome`. */
export function openLogTables(client: PostgrestClient, auth: Tokens) {
  const rows = openRows(client, auth);

  function open<Row, Filter>(source: RowSource<Row>, select: (filter: Filter) => Selection) {
    return {
      /** The latest rows that match a filter, newest first. */
      latest: (me: string, filter: Filter, limit: number): Promise<Outcome<Row[]>> =>
        rows.read(me, source, { ...select(filter), limit }),

      /** A page of all rows that match a filter. @param place null for the first */
      page(me: string, filter: Filter, place: LogPlace | null): Promise<Outcome<LogPage<Row>>> {
        if (place === null) return rows.page(me, source, select(filter), PAGE);
        const { where = [], ...selection } = select(filter);
        // A row that is older than the place is older than the filter's end, too.
        const others = where.filter(([, operator]) => operator !== "lt");
        const older = [...others, ["created_at", "lt", place.before] as const];
        return rows.page(me, source, { ...selection, where: older }, PAGE, place.skipped);
      },
    };
  }

  return { activity: open(ACTIVITY, selectActivity), detailed: open(DETAILED, selectDetailed) };
}

function selectActivity(filter: ActivityFilter): Selection {
  const agent = AGENT_IDS.find((id) => AGENTS[id].logged === filter.agent);
  return {
    match: given({
      company_id: filter.company,
      user_id: filter.person,
      agent_type: agent ?? null,
    }),
    or: combineAlternatives(
      madeBetween(filter),
      containedIn(["input_data", "output_summary"], filter.text),
    ),
    order: NEWEST_FIRST,
  };
}

function selectDetailed(filter: DetailedLogFilter): Selection {
  const { agent, status, company, from, before, email, text } = filter;
  return {
    match: given({ agent_type: agent, status, company_id: company }),
    where: [
      ...(from === null ? [] : [["created_at", "gte", from] as const]),
      ...(before === null ? [] : [["created_at", "lt", before] as const]),
      ...(email === "" ? [] : [["user_email", "ilike", containing(email)] as const]),
    ],
    or: combineAlternatives([], containedIn(["input_text", "output_text"], text)),
    order: NEWEST_FIRST,
  };
}

/** The columns whose value is not null. */
function given(columns: Readonly<Record<string, string | null>>): Record<string, string> {
  const entries = Object.entries(columns);
  return Object.fromEntries(
    entries.flatMap(([column, value]) => (value === null ? [] : [[column, value] as const])),
  );
}

/** Conditions; empty for none, otherwise at least one of them has to be met. */
type Alternatives = readonly string[];

/**
 * One condition from two sets of alternatives, each of which has to be met; none if both are empty.
 * It is multiplied out: not every server combines two conditions of this kind rightly, and the
 * embedded one limits how deeply they may be nested.
 */
function combineAlternatives(some: Alternatives, others: Alternatives): string | undefined {
  const both = some.flatMap((one) => others.map((other) => `and(${one},${other})`));
  if (both.length > 0) return both.join(",");
  const single = [...some, ...others].map((one) => `and(${one})`);
  return single.length > 0 ? single.join(",") : undefined;
}

/** When a request was made: by its device, or when it arrived if that is not known. */
function madeBetween({ from, before }: ActivityFilter): Alternatives {
  if (from === null && before === null) return [];
  const within = (column: string) =>
    [
      ...(from === null ? [] : [`${column}.gte.${from}`]),
      ...(before === null ? [] : [`${column}.lt.${before}`]),
    ].join(",");
  return [within("captured_at"), `captured_at.is.null,${within("created_at")}`];
}

/** One of the columns contains a text. */
function containedIn(columns: readonly string[], text: string): Alternatives {
  if (text === "") return [];
  const pattern = containing(text).replaceAll(ANY_CHARACTER, "_");
  return columns.map((column) => `${column}.ilike.${pattern}`);
}

/** A LIKE pattern that matches texts containing `text`; wildcards in `text` are escaped. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
