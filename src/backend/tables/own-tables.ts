import { AGENTS } from "@contracts/agent.ts";
import { type AgentLog, agentLogSchema, type NewAgentLog } from "@contracts/agent-log.ts";
import type { Rating } from "@contracts/answer-feedback.ts";
import { type AnswerFeedback, answerFeedbackSchema } from "@contracts/answer-review.ts";
import {
  type EntryChange,
  entryChangeSchema,
  type NewEntryChange,
} from "@contracts/entry-change.ts";
import {
  type AskedPerson,
  FORMER_PEOPLE_LIMIT,
  type FormerPerson,
  formerPersonSchema,
  profileSchema,
} from "@contracts/person.ts";
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
import { createParser, openRows, type RowSource } from "./rows.ts";
import { asPerson } from "./table-requests.ts";

// `item_id` is the id that the device chose. The server's own id of the row can be another one.
const AGENT_LOGS: RowSource<AgentLog> = {
  source: "agent_logs",
  columns:
    "id:item_id, user_id, agent_type, input_type, input_data, output_summary, job_id, captured_at, created_at",
  schema: agentLogSchema,
};

const ENTRY_CHANGES: RowSource<EntryChange> = {
  source: "entry_changes",
  columns:
    "id:item_id, entry_id, user_id, kind, job_id, transcription, summary, revision, changed_at, created_at",
  schema: entryChangeSchema,
};

/** The rows of the conversations with an agent. */
function messagesWith(agent: QuestionAgent): RowSource<ConversationMessage> {
  return {
    source: `${AGENTS[agent].logged}_conversations`,
    columns: "id:item_id, user_id, role, content, sources, basis, corrections, created_at",
    schema: conversationMessageSchema,
  };
}

/** The profiles of the server, with the columns that the app reads. */
const PROFILES = {
  source: "profiles",
  columns: Object.keys(profileSchema.shape).join(", "),
  schema: profileSchema,
};

const OWN_ROLE = { source: "user_roles", columns: "role", schema: z.object({ role: roleSchema }) };

/** A person's own rows in the tables. Each method returns an `Outcome` and never throws. */
export function openTables(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const rows = openRows(client, auth);

  /**
   * Writes a row with the id that the device chose. If the same person wrote it before, it stays
   * unchanged. Another person's row with this id does not matter: the server keeps both apart. If a
   * deleted account wrote it, the row is not the person's, and the outcome is a refusal.
   * @returns the row on the server
   */
  async function addOwn<Row>(
    from: RowSource<Row>,
    row: { id: string; user_id: string },
    signal: AbortSignal,
  ): Promise<Outcome<Row>> {
    const { source, columns } = from;
    const parse = createParser(from);
    const table = () => client.from(source);
    const how = { onConflict: "id", ignoreDuplicates: true };
    for (const request of [
      () => table().upsert(row, how).select(columns),
      () => table().select(columns).eq("item_id", row.id).eq("user_id", row.user_id),
    ]) {
      const sent = await ask(
        row.user_id,
        () => request().abortSignal(signal),
        (data) => parse(data)[0] ?? null,
      );
      if (sent.kind !== "ok") return sent;
      if (sent.value !== null) return { kind: "ok", value: sent.value };
    }
    const message = "The server has it already, from another account.";
    return { kind: "never", code: "arrived_elsewhere", message };
  }

  return {
    /** Writes a log row with the item's id. @returns the row on the server; see `addOwn` */
    addAgentLog: (log: NewAgentLog, signal: AbortSignal) => addOwn(AGENT_LOGS, log, signal),

    /** All of a person's own log rows, newest first. */
    readAgentLogs: (me: string) =>
      rows.read(me, AGENT_LOGS, { match: { user_id: me }, order: ["-created_at", "id"] }),

    /** Writes a change of an entry with the item's id. @returns like `addAgentLog` */
    addEntryChange: (change: NewEntryChange, signal: AbortSignal) =>
      addOwn(ENTRY_CHANGES, change, signal),

    /** All changes that a person made to their entries, newest first. */
    readEntryChanges: (me: string) =>
      rows.read(me, ENTRY_CHANGES, { match: { user_id: me }, order: ["-created_at", "id"] }),

    /** Writes a message of a conversation with its own id. @returns like `addAgentLog` */
    addMessage: (agent: QuestionAgent, message: NewConversationMessage, signal: AbortSignal) =>
      addOwn(messagesWith(agent), message, signal),

    /** A person's conversation with Ask, oldest first. */
    readAskConversation: (me: string) =>
      rows.read(me, messagesWith("ask"), { match: { user_id: me }, order: ["created_at", "id"] }),

    /** A person's profile; null when it is hidden from them, as a suspended person's own is. */
    readProfile: (me: string) => rows.readOne(me, PROFILES, { id: me }),

    /** A person's role; `field_tech` if there is no row. */
    async readRole(me: string): Promise<Outcome<Role>> {
      const found = await rows.readOne(me, OWN_ROLE, { user_id: me });
      return found.kind === "ok" ? { kind: "ok", value: found.value?.role ?? "field_tech" } : found;
    },

    /**
     * Stores a rating of an answer, unless the server has a newer one of the same answer.
     * @returns the row on the server
     */
    rateAnswer(
      me: string,
      { itemId, messageId, requestId, ...rating }: Rating & { itemId: string },
      signal: AbortSignal,
    ): Promise<Outcome<AnswerFeedback>> {
      const { agent, revision, verdict, question, reason, sources } = rating;
      const ids = { message_id: messageId, request_id: requestId, item_id: itemId };
      const sent = { ...ids, agent, revision, verdict, question, reason, sources };
      return ask(
        me,
        () => client.rpc("rate_answer", { rating: sent }).abortSignal(signal),
        (data) => answerFeedbackSchema.parse(z.array(z.unknown()).parse(data)[0]),
      );
    },

    /**
     * The people of a list (at most a hundred) whose accounts were deleted and concern this person.
     */
    formerPeople: (me: string, asked: readonly AskedPerson[]): Promise<Outcome<FormerPerson[]>> =>
      ask(
        me,
        () => client.rpc("former_people", { asked: asked.slice(0, FORMER_PEOPLE_LIMIT) }),
        (data) => z.array(formerPersonSchema).parse(data),
      ),
  };
}
