import {
  replaceAskConversation,
  replaceAskRatings,
  replaceHistory,
} from "#mirror/person/lists/own-lists.ts";
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
  andThen: (db, backend, now) => pullAskRatings.run(db, backend, now),
});

/** What the person said about answers of Ask, on any device. */
const pullAskRatings = pullOf({
  tables: ["answer_feedback"],
  ask: (backend, me) => backend.feedback.own(me, "ask"),
  replace: replaceAskRatings,
});
