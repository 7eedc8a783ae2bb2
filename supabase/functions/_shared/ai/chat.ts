import { z } from "zod/mini";
import { ANSWER_LIMIT, CUT_OFF_NOTE } from "../contracts/question.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { callProvider } from "./call.ts";
import { AiFailure } from "./failure.ts";
import type { AiTurn } from "./turn.ts";

export type ChatMessage =
  | { role: "system" | "user" | "assistant"; content: string }
  | { role: "user"; content: readonly ContentPart[] };

/** A text or an image in a message; `url` may be a data URL. */
type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } };

/** What a model answered. */
export interface ChatAnswer {
  /** Trimmed, and never empty. */
  text: string;
  /** Whether the model could not finish it. */
  isCutOff: boolean;
}

/**
 * Sends a conversation to the model and returns its answer, no longer than the database keeps.
 * @throws AiFailure
 */
export async function chat(
  endpoint: AiEndpoint,
  model: string,
  messages: readonly ChatMessage[],
  turn: AiTurn,
): Promise<ChatAnswer> {
  const { text, isCutOff } = await callProvider(
    {
      ...{ endpoint, model, path: "/chat/completions", body: { model, messages } },
      ...{ attemptLimit: attemptLimit(messages), read: readAnswer },
    },
    turn,
  );
  const room = ANSWER_LIMIT - CUT_OFF_NOTE.length - 2;
  return { text: storableText(text, room), isCutOff: isCutOff || text.length > room };
}

/** An answer for a person: with a note at its end if the model could not finish it. */
export function withCutOffNote({ text, isCutOff }: ChatAnswer): string {
  return isCutOff ? `${text}\n\n${CUT_OFF_NOTE}` : text;
}

// Uploading a photo takes time: half a megabyte gets five seconds more.
function attemptLimit(messages: readonly ChatMessage[]): number {
  const parts = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const images = parts.map((part) => (part.type === "image_url" ? part.image_url.url.length : 0));
  return images.reduce((sum, length) => sum + length / 100, 20_000);
}

/** Parts of a message; those of other types than "text" are a model's thoughts, or its tools. */
const partSchema = z.object({ type: z.string(), text: z.optional(z.string()) });
const replySchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.optional(z.nullable(z.string())),
        message: z.object({
          content: z.optional(z.nullable(z.union([z.string(), z.array(partSchema)]))),
          refusal: z.optional(z.nullable(z.string())),
        }),
      }),
    )
    .check(z.minLength(1)),
});

/**
 * The answer in a reply to a chat request: what the model says to the person, without its thoughts.
 * @returns null for what is no reply
 * @throws AiFailure when the model declines to answer, or says nothing to the person: its thoughts
 *   are not for the log either
 */
export function readAnswer(reply: unknown): ChatAnswer | null {
  const parsed = replySchema.safeParse(reply).data;
  const choice = parsed?.choices[0];
  if (choice === undefined) return null;
  const { message, finish_reason: reason } = choice;
  if (message.refusal) throw new AiFailure("declined", message.refusal);
  if (reason === "content_filter") {
    throw new AiFailure("declined", "The provider's filter of contents stopped the answer.");
  }
  const parts = message.content ?? "";
  const content =
    typeof parts === "string"
      ? parts
      : parts.map(({ type, text = "" }) => (type === "text" ? text : "")).join("");
  const text = saidToPerson(content);
  if (text === "") {
    throw new AiFailure("broken", `The reply holds no answer, finish_reason: ${reason ?? "none"}`);
  }
  return { text, isCutOff: reason === "length" };
}

/** Tags around a model's thoughts. One that is never closed is followed by thoughts alone. */
const THOUGHTS = /<(think|thinking|thought|reasoning)>[\s\S]*?(<\/\1>|$)/gi;
/** Thoughts whose first tag is part of the prompt. */
const THOUGHTS_BEFORE = /^[\s\S]*<\/(?:think|thinking|thought|reasoning)>/i;
/** The channel for the person in answers that are divided into channels ("harmony"). */
const FINAL_CHANNEL =
  /<\|channel\|>\s*final[\s\S]*?<\|message\|>([\s\S]*?)(?=<\|(?:end|return|start|call)\|>|$)/g;
/** Signs by which a model separates messages, such as "<|im_end|>". */
const SEPARATORS = /<\|[a-z0-9_]+\|>/gi;
/** An answer that is a listing of Markdown as a whole. */
const LISTING = /^```(?:markdown|md|text)?\n([\s\S]*?)\n?```$/i;

/** The part of a text that a model says to the person. */
function saidToPerson(text: string): string {
  const channels = text.includes("<|channel|>")
    ? Array.from(text.matchAll(FINAL_CHANNEL), ([, said = ""]) => said).join("\n")
    : text;
  const said = channels
    .replaceAll(THOUGHTS, "")
    .replace(THOUGHTS_BEFORE, "")
    .replaceAll(SEPARATORS, "")
    .trim();
  const listing = LISTING.exec(said)?.[1];
  // A listing with others inside it is an answer that begins and ends with one.
  return listing === undefined || listing.includes("```") ? said : listing.trim();
}
