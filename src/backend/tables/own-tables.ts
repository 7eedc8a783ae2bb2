import { AGENTS } from "@contracts/agent.ts";
import { type AgentLog, agentLogSchema, type NewAgentLog } from "@contracts/agent-log.ts";
import { type Profile, profileSchema } from "@contracts/person.ts";
import {
  type ConversationMessage,
  conversationMessageSchema,
  type NewConversationMessage,
  type QuestionAgent,
} from "@contracts/question.ts";
import { type Role, roleSchema } from "@contracts/role.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { PROFILE_COLUMNS } from "./profile-columns.ts";
import { allPages, asPerson } from "./table-requests.ts";

const AGENT_LOG_COLUMNS =
  "id, user_id, agent_type, input_type, input_data, output_summary, captured_at, created_at";

const MESSAGE_COLUMNS = "id, user_id, role, content, sources, basis, corrections, created_at";

/** The table of an agent's conversations. */
function conversationsWith(agent: QuestionAgent) {
  return `${AGENTS[agent].logged}_conversations` as const;
}

export type Tables = ReturnType<typeof openTables>;

/** A person's own rows in the tables. Each method returns an `Outcome` and never throws. */
export function openTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  /**
   * Loads a log row that exists already, if it is the person's own; otherwise returns the reason.
   */
  async function ownLog(
    personId: string,
    id: string,
    signal: AbortSignal,
  ): Promise<AgentLog | Exclude<Outcome<AgentLog>, { kind: "ok" }>> {
    const found = await ask(
      personId,
      () =>
        client
          .from("agent_logs")
          .select(AGENT_LOG_COLUMNS)
          .eq("id", id)
          .eq("user_id", personId)
          .abortSignal(signal),
      (data) => z.array(agentLogSchema).parse(data)[0] ?? null,
    );
    if (found.kind !== "ok") return found;
    const message = "The server has it already, from another account.";
    return found.value ?? { kind: "never", code: "arrived_elsewhere", message };
  }

  return {
    /**
     * Writes a log row with the item's id. If the same person wrote it before, it stays unchanged.
     * If a deleted account wrote it, the row is not the person's, and the outcome says so.
     * @returns the row on the server
     */
    async addAgentLog(log: NewAgentLog, signal: AbortSignal): Promise<Outcome<AgentLog>> {
      const added = await ask(
        log.user_id,
        () =>
          client
            .from("agent_logs")
            .upsert(log, { onConflict: "id", ignoreDuplicates: true })
            .select(AGENT_LOG_COLUMNS)
            .abortSignal(signal),
        (data) => z.array(agentLogSchema).parse(data)[0] ?? null,
      );
      if (added.kind !== "ok") return added;
      const row = added.value ?? (await ownLog(log.user_id, log.id, signal));
      if ("kind" in row) return row;
      return { kind: "ok", value: row };
    },

    /** All of a person's own log rows, newest first. */
    agentLogsOf(personId: string): Promise<Outcome<AgentLog[]>> {
      return allPages((from, to) =>
        ask(
          personId,
          () =>
            client
              .from("agent_logs")
              .select(AGENT_LOG_COLUMNS)
              .eq("user_id", personId)
              .order("created_at", { ascending: false })
              .order("id")
              .range(from, to),
          (data) => z.array(agentLogSchema).parse(data),
        ),
      );
    },

    /**
     * Writes a message of a conversation with its own id. If it was written before, it stays
     * unchanged.
     * @returns the row on the server
     */
    async addMessage(
      agent: QuestionAgent,
      message: NewConversationMessage,
      signal: AbortSignal,
    ): Promise<Outcome<ConversationMessage>> {
      const table = conversationsWith(agent);
      const added = await ask(
        message.user_id,
        () =>
          client
            .from(table)
            .upsert(message, { onConflict: "id", ignoreDuplicates: true })
            .select(MESSAGE_COLUMNS)
            .abortSignal(signal),
        (data) => z.array(conversationMessageSchema).parse(data)[0] ?? null,
      );
      if (added.kind !== "ok") return added;
      if (added.value !== null) return { kind: "ok", value: added.value };
      return ask(
        message.user_id,
        () => client.from(table).select(MESSAGE_COLUMNS).eq("id", message.id).abortSignal(signal),
        (data) => conversationMessageSchema.parse(z.array(z.unknown()).parse(data)[0]),
      );
    },

    /** A person's conversation with Ask, oldest first. */
    askConversationOf(personId: string): Promise<Outcome<ConversationMessage[]>> {
      return allPages((from, to) =>
        ask(
          personId,
          () =>
            client
              .from(conversationsWith("ask"))
              .select(MESSAGE_COLUMNS)
              .eq("user_id", personId)
              .order("created_at")
              .order("id")
              .range(from, to),
          (data) => z.array(conversationMessageSchema).parse(data),
        ),
      );
    },

    /** A person's profile; null when it is hidden from them, as a suspended person's own is. */
    profileOf(personId: string): Promise<Outcome<Profile | null>> {
      return ask(
        personId,
        () => client.from("profiles").select(PROFILE_COLUMNS).eq("id", personId),
        (data) => z.array(profileSchema).parse(data)[0] ?? null,
      );
    },

    /** A person's role; `field_tech` if there is no row. */
    roleOf(personId: string): Promise<Outcome<Role>> {
      return ask(
        personId,
        () => client.from("user_roles").select("role").eq("user_id", personId),
        (data) => z.array(z.object({ role: roleSchema })).parse(data)[0]?.role ?? "field_tech",
      );
    },
  };
}
