import { z } from "zod/mini";
import { ANSWER_LIMIT } from "../contracts/question.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { callProvider } from "./call.ts";
import { type AiTurn, makeCall } from "./turn.ts";

export type ChatMessage =
  | { role: "system" | "user" | "assistant"; content: string }
  | { role: "user"; content: readonly ContentPart[] };

/** A text or an image in a message; `url` may be a data URL. */
type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } };

const replySchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().check(z.regex(/\S/)) }) }))
    .check(z.minLength(1)),
  usage: z.optional(z.unknown()),
});

/**
 * Sends a conversation to the model and returns its answer.
 * @returns the trimmed text, never empty, and no longer than the database keeps.
 * @throws AiFailure
 */
export async function chat(
  endpoint: AiEndpoint,
  model: string,
  messages: readonly ChatMessage[],
  turn: AiTurn,
): Promise<string> {
  const reply = await makeCall(turn, { model, baseUrl: endpoint.baseUrl }, () =>
    callProvider(
      {
        endpoint,
        path: "/chat/completions",
        body: { model, messages },
        attemptLimit: attemptLimit(messages),
        read: (json) => {
          const parsed = replySchema.safeParse(json).data;
          const text = parsed?.choices[0]?.message.content;
          return text === undefined ? null : { text, usage: parsed?.usage };
        },
      },
      turn,
    ),
  );
  return storableText(reply.text.trim(), ANSWER_LIMIT);
}

// Uploading a photo takes time: half a megabyte gets five seconds more.
function attemptLimit(messages: readonly ChatMessage[]): number {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const imageLength = parts
    .map((part) => (part.type === "image_url" ? part.image_url.url.length : 0))
    .reduce((sum, length) => sum + length, 0);
  return 20_000 + imageLength / 100;
}
