import { type AgentLog, agentLogSchema, type NewAgentLog } from "@contracts/agent-log.ts";
import { type Profile, profileSchema, type Role, roleSchema } from "@contracts/person.ts";
import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod/mini";
import { authorizedCall } from "./authorized-call.ts";
import { type Outcome, refusedOutcome, unreachable } from "./outcome.ts";
import type { Tokens } from "./tokens.ts";

/** Rows asked for at once; Supabase answers at most 1,000. */
const PAGE = 1000;

const AGENT_LOG_COLUMNS =
  "id, user_id, agent_type, input_type, input_data, output_summary, captured_at, created_at";
const PROFILE_COLUMNS =
  "id, full_name, email, company_id, status, created_at, can_use_voice_agent, can_use_snap_agent, can_use_label_agent";

interface TableReply {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

export type Tables = ReturnType<typeof openTables>;

/** The tables, each use as a method that answers an outcome and never throws. */
export function openTables(client: SupabaseClient, auth: Tokens) {
  function ask<T>(
    personId: string,
    request: () => PromiseLike<TableReply>,
    parse: (data: unknown) => T,
  ): Promise<Outcome<T>> {
    return authorizedCall(auth, personId, async () => outcomeOf(await request(), parse));
  }

  return {
    /** Writes a log row under the item's own id. Written before, it stays as it was. */
    addAgentLog(log: NewAgentLog, signal: AbortSignal): Promise<Outcome<AgentLog | null>> {
      return ask(
        log.user_id,
        () =>
          client
            .from("agent_logs")
            .upsert(log, { onConflict: "id", ignoreDuplicates: true })
            .select(AGENT_LOG_COLUMNS)
            .abortSignal(signal),
        (data) => z.array(agentLogSchema).parse(data)[0] ?? null,
      );
    },

    /** All of a person's own log rows, newest first. */
    async agentLogsOf(personId: string): Promise<Outcome<AgentLog[]>> {
      const rows: AgentLog[] = [];
      for (;;) {
        const page = await ask(
          personId,
          () =>
            client
              .from("agent_logs")
              .select(AGENT_LOG_COLUMNS)
              .eq("user_id", personId)
              .order("created_at", { ascending: false })
              .order("id")
              .range(rows.length, rows.length + PAGE - 1),
          (data) => z.array(agentLogSchema).parse(data),
        );
        if (page.kind !== "ok") return page;
        rows.push(...page.value);
        if (page.value.length < PAGE) return { kind: "ok", value: rows };
      }
    },

    /** A person's profile; null when it is hidden from them, as a suspended person's own is. */
    profileOf(personId: string): Promise<Outcome<Profile | null>> {
      return ask(
        personId,
        () => client.from("profiles").select(PROFILE_COLUMNS).eq("id", personId),
        (data) => z.array(profileSchema).parse(data)[0] ?? null,
      );
    },

    /** A person's role; without a row, a field technician. */
    roleOf(personId: string): Promise<Outcome<Role>> {
      return ask(
        personId,
        () => client.from("user_roles").select("role").eq("user_id", personId),
        (data) => z.array(z.object({ role: roleSchema })).parse(data)[0]?.role ?? "field_tech",
      );
    },
  };
}

function outcomeOf<T>(reply: TableReply, parse: (data: unknown) => T): Outcome<T> {
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
