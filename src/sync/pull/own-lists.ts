import { replaceAskConversation, replaceHistory } from "#mirror/person/lists/own-lists.ts";
import { pullOf } from "./pull.ts";

/** The person's history. */
export const pullHistory = pullOf({
  tables: ["agent_logs"],
  ask: (backend, me) => backend.tables.agentLogsOf(me),
  replace: replaceHistory,
});

/** The person's conversation with Ask. */
export const pullAskConversation = pullOf({
  tables: ["ask_agent_conversations"],
  ask: (backend, me) => backend.tables.askConversationOf(me),
  replace: replaceAskConversation,
});
