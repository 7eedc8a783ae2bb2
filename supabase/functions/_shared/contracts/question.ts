import { z } from "zod/mini";
import { AGENT_IDS, AGENTS, type AgentWith } from "./agent.ts";
import { correctionSchema } from "./spelling/correction.ts";

/** Longest question, and longest message of the history sent along, in characters. */
export const QUESTION_LIMIT = 4_000;

/** Longest message of a conversation that the database keeps, in characters. */
export const ANSWER_LIMIT = 50_000;

/** Most earlier messages of the conversation that are sent along with a question. */
export const HISTORY_LIMIT = 6;

/** The agents that answer questions. */
export type QuestionAgent = AgentWith<{ answersQuestions: true }>;
export const questionAgentSchema = z.enum(
  AGENT_IDS.filter((id): id is QuestionAgent => AGENTS[id].answersQuestions),
);

const messageRoleSchema = z.enum(["user", "assistant"]);

/** An earlier message of the conversation; a history has the oldest first. */
export const turnSchema = z.object({
  role: messageRoleSchema,
  content: z.string().check(z.minLength(1), z.maxLength(QUESTION_LIMIT)),
});
export type Turn = z.infer<typeof turnSchema>;

/**
 * Body of `label-query` and `ask-query`. `about` holds the models and codes of an earlier question that
 * this one is about, unless it names its own. The history is the conversation with Ask, or the session
 * with Label.
 */
export const questionRequestSchema = z.object({
  question: z.string().check(z.trim(), z.minLength(1), z.maxLength(QUESTION_LIMIT)),
  about: z.optional(z.string().check(z.maxLength(QUESTION_LIMIT))),
  history: z.optional(z.array(turnSchema).check(z.maxLength(HISTORY_LIMIT))),
});
export type QuestionRequest = z.infer<typeof questionRequestSchema>;

/** A passage that supports an answer, and the quoted words that do so. */
const sourceSchema = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  page: z.nullable(z.number()),
  chunk_no: z.number(),
  quote: z.string(),
  /** The heading above the quote, in an answer that consists of passages. */
  heading: z.optional(z.nullable(z.string())),
});
export type Source = z.infer<typeof sourceSchema>;

/**
 * What an answer consists of. `model`: the model's words, checked against passages; `passages`: the
 * passages themselves, because no AI provider is set up; `nothing`: the statement that nothing was
 * found.
 */
const answerBasisSchema = z.enum(["model", "passages", "nothing"]);

/** Stands at the end of an answer that the model could not finish. */
export const CUT_OFF_NOTE = "(The answer was cut off here.)";

/** Stands in an answer after each sentence that its passages do not support. */
export const UNSUPPORTED_NOTE = "(not found in the documents)";

/**
 * The reply. In `answer`, `[1]` stands for the first of `sources`, and so on. `unsupported` holds
 * the sentences of the answer that the cited passages do not support, without their citations; in
 * `answer` each of them is followed by `UNSUPPORTED_NOTE`. `corrections`: the misspelled words of
 * the question, when there are any.
 */
export const questionReplySchema = z.object({
  answer: z.string(),
  sources: z.array(sourceSchema),
  basis: answerBasisSchema,
  corrections: z.optional(z.array(correctionSchema)),
  unsupported: z.optional(z.array(z.string())),
});
export type QuestionReply = z.infer<typeof questionReplySchema>;

/**
 * A row of `label_agent_conversations` and `ask_agent_conversations`. The id comes from the device,
 * so that a message sent twice is one row. Messages that are no answer have no `basis` and no
 * `corrections`, which earlier versions of the app did not store either.
 */
export const conversationMessageSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  role: messageRoleSchema,
  content: z.string(),
  sources: z.nullable(z.array(sourceSchema)),
  basis: z.nullable(answerBasisSchema),
  corrections: z.nullish(z.array(correctionSchema)),
  created_at: z.string(),
});
export type ConversationMessage = z.infer<typeof conversationMessageSchema>;
export type NewConversationMessage = Omit<ConversationMessage, "created_at">;
