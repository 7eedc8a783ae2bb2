import type { AgentLog } from "@contracts/agent-log.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import { HISTORY_SCOPE } from "#mirror/person/agent-logs.ts";
import type { ConversationPlace } from "#mirror/person/conversation-rows.ts";
import { ASK_CONVERSATION, ASK_SCOPE } from "#mirror/person/conversations.ts";
import { type Answer, replaceRows } from "#mirror/person/lists/replace-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { createPull } from "./pull.ts";

/** The person's history. */
export const pullHistory = createPull({
  scope: HISTORY_SCOPE,
  tables: ["agent_logs"],
  ask: (backend, me) => backend.tables.readAgentLogs(me),
  replace: replaceHistory,
});

/** The person's conversation with Ask. */
export const pullAskConversation = createPull({
  scope: ASK_SCOPE,
  tables: ["ask_agent_conversations"],
  ask: (backend, me) => backend.tables.readAskConversation(me),
  replace: replaceAskConversation,
});

/** Replaces the person's mirrored history by what the server answered. */
export async function replaceHistory(db: PersonDatabase, answer: Answer<AgentLog>): Promise<void> {
  await replaceRows(db, db.agentLogs, { name: HISTORY_SCOPE, holds: () => true }, answer);
}

/** Replaces the person's mirrored conversation with Ask by what the server answered. */
export async function replaceAskConversation(
  db: PersonDatabase,
  answer: Answer<ConversationMessage>,
): Promise<void> {
  const place = { agent: "ask" as const, conversation: ASK_CONVERSATION };
  const scope = {
    name: ASK_SCOPE,
    holds: ({ agent, conversation }: ConversationPlace) =>
      agent === place.agent && conversation === place.conversation,
  };
  const rows = answer.rows.map((message) => ({ ...message, ...place }));
  await replaceRows(db, db.messages, scope, { ...answer, rows });
}
