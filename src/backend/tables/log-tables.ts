import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import {
  type ActivityFilter,
  type ActivityLog,
  ANY_CHARACTER,
  activityLogSchema,
} from "@contracts/agent-log.ts";
import {
  type DetailedLog,
  type DetailedLogFilter,
  detailedLogSchema,
} from "@contracts/detailed-log.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson, type TableRequest } from "./table-requests.ts";

const ACTIVITY_COLUMNS =
  "id, user_id, company_id, agent_type, input_type, input_data, output_summary, captured_at, created_at";
const DETAILED_COLUMNS =
  "id, created_at, company_id, user_email, agent_type, action_type, status, device_type, ip_address, ai_model, input_token_count, completion_tokens, total_tokens, total_request_time_ms, input_text, output_text, error_message, knowledge_base_files_used, grounding";

/** Rows of a page when all logs of a filter are loaded: their texts may be long. */
const PAGE = 200;

interface Counting {
  count?: "exact";
}

interface Query {
  limit(count: number): TableRequest;
  range(from: number, to: number): TableRequest;
}

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

/** The logs that administrators read. Each method returns an `Outcome`. */
export function openLogTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  function activityRequest(filter: ActivityFilter, counting: Counting = {}) {
    let request = client.from("agent_logs").select(ACTIVITY_COLUMNS, counting);
    if (filter.company !== null) request = request.eq("company_id", filter.company);
    if (filter.person !== null) request = request.eq("user_id", filter.person);
    const agent = AGENT_IDS.find((id) => AGENTS[id].logged === filter.agent);
    if (agent !== undefined) request = request.eq("agent_type", agent);
    const matches = combineAlternatives(
      madeBetween(filter),
      containedIn(["input_data", "output_summary"], filter.text),
    );
    if (matches !== null) request = request.or(matches);
    return request.order("created_at", { ascending: false }).order("id");
  }

  function detailedRequest(filter: DetailedLogFilter, counting: Counting = {}) {
    let request = client.from("detailed_agent_logs").select(DETAILED_COLUMNS, counting);
    if (filter.agent !== null) request = request.eq("agent_type", filter.agent);
    if (filter.status !== null) request = request.eq("status", filter.status);
    if (filter.company !== null) request = request.eq("company_id", filter.company);
    if (filter.from !== null) request = request.gte("created_at", filter.from);
    if (filter.before !== null) request = request.lt("created_at", filter.before);
    if (filter.email !== "") request = request.ilike("user_email", containing(filter.email));
    const matches = combineAlternatives(
      [],
      containedIn(["input_text", "output_text"], filter.text),
    );
    if (matches !== null) request = request.or(matches);
    return request.order("created_at", { ascending: false }).order("id");
  }

  function open<Row, Filter>(
    schema: z.ZodMiniType<Row>,
    request: (filter: Filter, counting?: Counting) => Query,
    /** The logs before a moment (ISO 8601). */
    older: (filter: Filter, before: string) => Query,
  ) {
    const parse = (data: unknown) => z.array(schema).parse(data);
    return {
      /** The latest rows that match a filter, newest first. */
      latest: (me: string, filter: Filter, limit: number): Promise<Outcome<Row[]>> =>
        ask(me, () => request(filter).limit(limit), parse),

      /** A page of all rows that match a filter. @param place null for the first */
      page: (me: string, filter: Filter, place: LogPlace | null): Promise<Outcome<LogPage<Row>>> =>
        ask(
          me,
          () => {
            if (place === null) return request(filter, { count: "exact" }).limit(PAGE);
            const { before, skipped } = place;
            return older(filter, before).range(skipped, skipped + PAGE - 1);
          },
          (data, count) => ({ rows: parse(data), count }),
        ),
    };
  }

  return {
    activity: open<ActivityLog, ActivityFilter>(
      activityLogSchema,
      activityRequest,
      (filter, before) => activityRequest(filter).lt("created_at", before),
    ),
    detailed: open<DetailedLog, DetailedLogFilter>(
      detailedLogSchema,
      detailedRequest,
      // A row that is older than the place is older than the filter's end, too.
      (filter, before) => detailedRequest({ ...filter, before }),
    ),
  };
}

/** Conditions; empty for none, otherwise at least one of them has to be met. */
type Alternatives = readonly string[];

/**
 * One condition from two sets of alternatives, each of which has to be met; null if both are empty.
 * It is multiplied out: not every server combines two conditions of this kind rightly, and the
 * embedded one limits how deeply they may be nested.
 */
function combineAlternatives(some: Alternatives, others: Alternatives): string | null {
  const both = some.flatMap((one) => others.map((other) => `and(${one},${other})`));
  if (both.length > 0) return both.join(",");
  const single = [...some, ...others].map((one) => `and(${one})`);
  return single.length > 0 ? single.join(",") : null;
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
