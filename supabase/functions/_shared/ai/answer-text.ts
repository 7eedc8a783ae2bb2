import { z } from "zod/mini";
import { AiFailure } from "./failure.ts";

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

/** What a model answered. */
export interface ModelAnswer {
  /** Trimmed, and never empty. */
  text: string;
  /** Whether it ended at the model's limit of length. */
  isCutOff: boolean;
}

/**
 * The answer in a reply to a chat request: what the model says to the person, without its thoughts.
 * @returns null for what is no reply
 * @throws AiFailure when the model declines to answer, or says nothing to the person: its thoughts
 *   are not for the log either
 */
export function readAnswer(reply: unknown): ModelAnswer | null {
  const parsed = replySchema.safeParse(reply).data;
  const choice = parsed?.choices[0];
  if (choice === undefined) return null;
  const { message, finish_reason: reason } = choice;
  if (message.refusal) throw new AiFailure("declined", message.refusal);
  if (reason === "content_filter") {
    throw new AiFailure("declined", "The provider's filter of contents stopped the answer.");
  }
  const text = saidToPerson(joined(message.content ?? ""));
  if (text === "") {
    throw new AiFailure("broken", `The reply holds no answer, finish_reason: ${reason ?? "none"}`);
  }
  return { text, isCutOff: reason === "length" };
}

function joined(content: string | readonly z.infer<typeof partSchema>[]): string {
  if (typeof content === "string") return content;
  return content.flatMap(({ type, text = "" }) => (type === "text" ? [text] : [])).join("");
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
