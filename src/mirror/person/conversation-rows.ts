import type { ConversationMessage, QuestionAgent } from "@contracts/question.ts";
import type { Mirrored } from "./lists/mirrored-table.ts";

/** Identifies the conversation of a question. */
export interface ConversationPlace {
  agent: QuestionAgent;
  conversation: string;
}

/** A message of a conversation with Label or Ask that the server has. */
export type MirroredMessage = Mirrored<ConversationMessage & ConversationPlace>;
