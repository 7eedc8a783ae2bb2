import { HISTORY_SCOPE } from "#mirror/person/agent-logs.ts";
import { ASK_SCOPE } from "#mirror/person/conversations.ts";
import {
  replaceAskConversation,
  replaceAskRatings,
  replaceHistory,
} from "#mirror/person/lists/replace-own-lists.ts";
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
  andThen: (db, backend, now) => pullAskRatings.run(db, backend, now),
});

/** The person's ratings of answers of Ask, on any device. */
const pullAskRatings = createPull({
  scope: null,
  tables: ["answer_feedback"],
  ask: (backend, me) => backend.feedback.own(me, "ask"),
  replace: replaceAskRatings,
});
