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
import { allPages, asPerson } from "./table-requests.ts";

// `item_id` is the id that the device chose. The server's own id of the row can be another one.
const AGENT_LOG_COLUMNS =
  "id:item_id, user_id, agent_type, input_type, input_data, output_summary, captured_at, created_at";

/** The columns of `profiles` that the app reads. */
const PROFILE_COLUMNS = Object.keys(profileSchema.shape).join(", ");

const MESSAGE_COLUMNS =
  "id:item_id, user_id, role, content, sources, basis, corrections, created_at";

/** The table of an agent's conversations. */
function conversationsWith(agent: QuestionAgent) {
  return `${AGENTS[agent].logged}_conversations` as const;
}

export type Tables = ReturnType<typeof openTables>;

/** A person's own rows in the tables. Each method returns an `Outcome` and never throws. */
export function openTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  /**
   * Writes a row with the id that the device chose. If the same person wrote it before, it stays
   * unchanged. Another person's row with this id does not matter: the server keeps both apart. If a
   * deleted account wrote it, the row is not the person's, and the outcome is a refusal.
   * @returns the row on the server
   */
  async function addOwn<Row>(
    table: "agent_logs" | ReturnType<typeof conversationsWith>,
    columns: string,
    schema: z.ZodMiniType<Row>,
    row: { id: string; user_id: string },
    signal: AbortSignal,
  ): Promise<Outcome<Row>> {
    const first = (data: unknown) => z.array(schema).parse(data)[0] ?? null;
    const rows = () => client.from(table);
    const added = await ask(
      row.user_id,
      () =>
        rows()
          .upsert(row, { onConflict: "id", ignoreDuplicates: true })
          .select(columns)
          .abortSignal(signal),
      first,
    );
    if (added.kind !== "ok") return added;
    if (added.value !== null) return { kind: "ok", value: added.value };
    const found = await ask(
      row.user_id,
      () =>
        rows().select(columns).eq("item_id", row.id).eq("user_id", row.user_id).abortSignal(signal),
      first,
    );
    if (found.kind !== "ok") return found;
    if (found.value !== null) return { kind: "ok", value: found.value };
    const message = "The server has it already, from another account.";
    return { kind: "never", code: "arrived_elsewhere", message };
  }

  return {
    /** Writes a log row with the item's id. @returns the row on the server; see `addOwn` */
    addAgentLog: (log: NewAgentLog, signal: AbortSignal): Promise<Outcome<AgentLog>> =>
      addOwn("agent_logs", AGENT_LOG_COLUMNS, agentLogSchema, log, signal),

    /** All of a person's own log rows, newest first. */
    readAgentLogs(personId: string): Promise<Outcome<AgentLog[]>> {
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

    /** Writes a message of a conversation with its own id. @returns like `addAgentLog` */
    addMessage: (
      agent: QuestionAgent,
      message: NewConversationMessage,
      signal: AbortSignal,
    ): Promise<Outcome<ConversationMessage>> =>
      addOwn(conversationsWith(agent), MESSAGE_COLUMNS, conversationMessageSchema, message, signal),

    /** A person's conversation with Ask, oldest first. */
    readAskConversation(personId: string): Promise<Outcome<ConversationMessage[]>> {
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
    readProfile(personId: string): Promise<Outcome<Profile | null>> {
      return ask(
        personId,
        () => client.from("profiles").select(PROFILE_COLUMNS).eq("id", personId),
        (data) => z.array(profileSchema).parse(data)[0] ?? null,
      );
    },

    /** A person's role; `field_tech` if there is no row. */
    readRole(personId: string): Promise<Outcome<Role>> {
      return ask(
        personId,
        () => client.from("user_roles").select("role").eq("user_id", personId),
        (data) => z.array(z.object({ role: roleSchema })).parse(data)[0]?.role ?? "field_tech",
      );
    },
  };
}
