import { ANSWER_LIMIT, CUT_OFF_NOTE } from "../contracts/question.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { readAnswer } from "./answer-text.ts";
import { callProvider } from "./call.ts";
import { type AiTurn, makeCall } from "./turn.ts";

export type ChatMessage =
  | { role: "system" | "user" | "assistant"; content: string }
  | { role: "user"; content: readonly ContentPart[] };

/** A text or an image in a message; `url` may be a data URL. */
type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } };

/**
 * Sends a conversation to the model and returns its answer.
 * @returns the trimmed text, never empty, and no longer than the database keeps; and whether the model
 *   could not finish it
 * @throws AiFailure
 */
export async function chat(
  endpoint: AiEndpoint,
  model: string,
  messages: readonly ChatMessage[],
  turn: AiTurn,
): Promise<ChatAnswer> {
  const reply = await makeCall(turn, { model, baseUrl: endpoint.baseUrl }, (call) =>
    callProvider(
      {
        endpoint,
        path: "/chat/completions",
        body: { model, messages },
        call,
        attemptLimit: attemptLimit(messages),
        read: readAnswer,
      },
      turn,
    ),
  );
  const room = ANSWER_LIMIT - CUT_OFF_NOTE.length - 2;
  return {
    text: storableText(reply.text, room),
    isCutOff: reply.isCutOff || reply.text.length > room,
  };
}

export interface ChatAnswer {
  text: string;
  isCutOff: boolean;
}

/** An answer for a person: with a note at its end if the model could not finish it. */
export function withCutOffNote({ text, isCutOff }: ChatAnswer): string {
  return isCutOff ? `${text}\n\n${CUT_OFF_NOTE}` : text;
}

// Uploading a photo takes time: half a megabyte gets five seconds more.
function attemptLimit(messages: readonly ChatMessage[]): number {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const imageLength = parts
    .map((part) => (part.type === "image_url" ? part.image_url.url.length : 0))
    .reduce((sum, length) => sum + length, 0);
  return 20_000 + imageLength / 100;
}
