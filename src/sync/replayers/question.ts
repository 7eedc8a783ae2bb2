import { AGENTS } from "@contracts/agent.ts";
import {
  type ConversationMessage,
  conversationMessageSchema,
  HISTORY_LIMIT,
  type NewConversationMessage,
  QUESTION_LIMIT,
  type QuestionAgent,
  type QuestionReply,
  questionReplySchema,
  type Turn,
  turnSchema,
} from "@contracts/question.ts";
import { questionPayloadSchema } from "@contracts/queue-item.ts";
import { z } from "zod/mini";
import type { Outcome } from "#backend/outcome.ts";
import type { MirroredMessage, QuestionPlace } from "#mirror/person/conversation-rows.ts";
import { addMessage, latestMessages } from "#mirror/person/conversations.ts";
import {
  furtherMessageId,
  NO_SPEECH,
  transcriptionKey,
} from "#mirror/person/outbox/question-ids.ts";
import {
  type Attempt,
  decide,
  type Replayer,
  step,
  transcribeRecording,
  writeLog,
} from "./replayer.ts";

type QuestionAttempt = Attempt & QuestionPlace;

/**
 * The message that the chat shows and keeps when the person has no company with documents to answer
 * from.
 */
function setupRequired(agent: QuestionAgent): string {
  const { name, permission } = AGENTS[agent];
  return permission === null
    ? "Setup Required: You need to be assigned to a company before I can answer from its documents. Please ask your administrator."
    : `Setup Required: You need to be assigned to a company and have ${name} access before I can answer from its documents. An administrator can set this up in the Admin Dashboard.`;
}

/**
 * Sends a question to Label or Ask: transcribes a spoken question, saves the question, requests and
 * saves the answer, and writes the history row. All rows have ids that are derived from the item's
 * id.
 */
export const replayQuestion: Replayer = async (attempt) => {
  const payload = questionPayloadSchema.parse(attempt.item.payload);
  const { agent, conversation, about } = payload;
  const own: QuestionAttempt = { ...attempt, agent, conversation, about };

  const text: Outcome<string> =
    payload.text === null
      ? await transcribe(own, payload.spoken?.mimeType ?? "")
      : { kind: "ok", value: payload.text };
  if (text.kind !== "ok") return text;
  const question = await sendMessage(own, {
    id: attempt.item.id,
    role: "user",
    content: text.value,
  });
  if (question.kind !== "ok") return question;

  const reply = await ask(own, text.value);
  if (reply.kind !== "ok") return (await explainSetup(own, reply, question.value)) ?? reply;

  const answered = {
    id: furtherMessageId(attempt.item.id, "answer"),
    role: "assistant" as const,
    content: reply.value.answer,
    sources: reply.value.sources,
    basis: reply.value.basis,
    corrections: reply.value.corrections ?? null,
  };
  const answer = await sendMessage(own, answered, question.value);
  if (answer.kind !== "ok") return answer;
  const messages = [
    { ...mirrored(own, question.value), ...(about && { about }) },
    mirrored(own, answer.value),
  ];
  const log = await writeLog(attempt, {
    agent_type: agent,
    input_type: payload.spoken === null ? "text" : "voice",
    input_data: text.value,
    output: reply.value.answer,
  });
  if (log.kind !== "ok") return log;
  return { kind: "ok", value: { log: log.value, messages } };
};

async function transcribe(attempt: QuestionAttempt, mimeType: string): Promise<Outcome<string>> {
  const heard = await transcribeRecording(attempt, mimeType, transcriptionKey(attempt.item));
  if (heard.kind !== "ok") return heard;
  const text = heard.value.transcription.slice(0, QUESTION_LIMIT);
  if (text !== "") return { kind: "ok", value: text };
  const message = "Nothing was said. Ask again, or type your question.";
  return { kind: "never", code: NO_SPEECH, message };
}

async function ask(attempt: QuestionAttempt, question: string): Promise<Outcome<QuestionReply>> {
  const { item, db, backend, signal, agent, about } = attempt;
  // Asked without what the conversation is about: with the earlier turns, it would be about that.
  const history = about === "" ? [] : await readHistory(attempt);
  return step(attempt, "answer", questionReplySchema, () =>
    backend.functions.askQuestion(
      agent,
      { question, ...(about && { about }), ...(history.length > 0 && { history }) },
      { personId: db.personId, key: item.id, signal },
    ),
  );
}

/**
 * The earlier messages. Stored before the first call, because a request with a changed body would
 * be a different request.
 */
async function readHistory(attempt: QuestionAttempt): Promise<Turn[]> {
  const { db, agent, conversation } = attempt;
  return decide(attempt, "history", z.array(turnSchema), async () => {
    const before = await latestMessages(db, agent, conversation, HISTORY_LIMIT);
    const turns = before.map(({ role, content }) => ({
      role,
      content: content.slice(0, QUESTION_LIMIT),
    }));
    return turns.filter(({ content }) => content !== "");
  });
}

/**
 * Saves a message of the conversation on the server. One that the server refuses stays on this
 * device alone, and the question is asked all the same; another attempt saves it again.
 * @param before the message that it comes after, whatever the clocks of device and server show
 */
async function sendMessage(
  attempt: QuestionAttempt,
  message: Pick<NewConversationMessage, "id" | "role" | "content"> &
    Partial<Pick<NewConversationMessage, "sources" | "basis" | "corrections">>,
  before?: ConversationMessage,
): Promise<Outcome<ConversationMessage>> {
  const { db, backend, signal, agent } = attempt;
  const row = { sources: null, basis: null, corrections: null, ...message, user_id: db.personId };
  const saved = await step(attempt, `say ${message.id}`, conversationMessageSchema, () =>
    backend.tables.addMessage(agent, row, signal),
  );
  if (saved.kind !== "never") return saved;
  console.error("A message of the conversation could not be saved:", saved.message);
  const earliest = before === undefined ? 0 : Date.parse(before.created_at) + 1;
  const created_at = new Date(Math.max(attempt.now(), earliest)).toISOString();
  return { kind: "ok", value: { ...row, created_at } };
}

/**
 * Adds a message to the chat about what is missing, if the words of the refusal name the company,
 * whatever its code.
 * @returns why the message could not be saved; null when it was saved or none was needed
 */
async function explainSetup(
  attempt: QuestionAttempt,
  refused: Exclude<Outcome<never>, { kind: "ok" }>,
  question: ConversationMessage,
): Promise<Exclude<Outcome<never>, { kind: "ok" }> | null> {
  if (refused.kind !== "never" || !/\bcompany\b/i.test(refused.message)) return null;
  const message = {
    id: furtherMessageId(attempt.item.id, "setup"),
    role: "assistant" as const,
    content: setupRequired(attempt.agent),
  };
  const sent = await sendMessage(attempt, message, question);
  if (sent.kind !== "ok") return sent;
  await addMessage(attempt.db, mirrored(attempt, sent.value));
  return null;
}

function mirrored(attempt: QuestionAttempt, message: ConversationMessage): MirroredMessage {
  const { agent, conversation } = attempt;
  return { ...message, agent, conversation, mirroredAt: attempt.now() };
}
