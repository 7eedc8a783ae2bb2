import { z } from "zod/mini";
import type { AiEndpoint } from "../environment.ts";
import { storableText } from "../storable-text.ts";
import { callProvider } from "./call.ts";
import type { AiTurn } from "./turn.ts";
import { readUsage } from "./usage.ts";

export type ChatMessage = { role: "system" | "user" | "assistant"; content: string };

const ATTEMPT_LIMIT_MS = 20_000;

const replySchema = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().check(z.regex(/\S/)) }) }))
    .check(z.minLength(1)),
  usage: z.optional(z.unknown()),
});

/**
 * Has the model answer a conversation.
 * @returns the trimmed text, never empty.
 * @throws AiFailure
 */
export async function chat(
  endpoint: AiEndpoint,
  model: string,
  messages: readonly ChatMessage[],
  turn: AiTurn,
): Promise<string> {
  const call = { model, baseUrl: endpoint.baseUrl, usage: null as ReturnType<typeof readUsage> };
  turn.calls.push(call);

  const reply = await callProvider(
    {
      endpoint,
      path: "/chat/completions",
      body: { model, messages },
      attemptLimit: ATTEMPT_LIMIT_MS,
      read: (json) => {
        const parsed = replySchema.safeParse(json).data;
        const text = parsed?.choices[0]?.message.content;
        return text === undefined ? null : { text, usage: parsed?.usage };
      },
    },
    turn,
  );
  call.usage = readUsage(reply.usage);
  return storableText(reply.text).trim();
}
