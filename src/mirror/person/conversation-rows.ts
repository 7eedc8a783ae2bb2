import type { ConversationMessage, QuestionAgent } from "@contracts/question.ts";
import type { Mirrored } from "./lists/mirrored-table.ts";

/** Identifies the conversation of a question. */
export interface ConversationPlace {
  agent: QuestionAgent;
  conversation: string;
}

/** Where a question is asked, and `about` of its item. */
export interface QuestionPlace extends ConversationPlace {
  about?: string | undefined;
}

/**
 * A message of a conversation with Label or Ask that the server has. Only a question that this device
 * has sent, and not read from the server since, has `about`.
 */
export type MirroredMessage = Mirrored<ConversationMessage & QuestionPlace>;
