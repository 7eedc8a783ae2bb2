import { z } from "zod/mini";
import type { Profile } from "../contracts/person.ts";
import type { SpokenTerm } from "../contracts/vocabulary.ts";
import { OWN_TRANSCRIBER } from "./prices.ts";

/** What a transcriber is told before it listens: fields of OpenAI's API, without those not known. */
export interface TranscriptionHints {
  prompt?: string;
  language?: string;
  /** Whose recording it is: people take turns at the own transcriber. */
  user?: string;
}

/**
 * Longest prompt for a provider, in characters: OpenAI's Whisper reads the last 224 tokens of it, and
 * codes take many.
 */
const PROMPT_LIMIT = 800;

/** What the work reads of `vocabulary_terms`. */
export const spokenTermsSchema = z.array(
  z.object({ term: z.string(), heard: z.nullable(z.string()) }),
);

/**
 * The vocabulary of the caller's company, as the prompt, and the language that they chose.
 *
 * A provider gets as many terms as fit, the newest first, separated by commas. The own transcriber
 * gets the whole vocabulary as JSON, a list of `{term, heard}`: it does not bias its model, which made
 * more mistakes, but corrects what it has heard.
 */
export function hintsOf(
  terms: readonly SpokenTerm[],
  { id, speech_language }: Pick<Profile, "id" | "speech_language">,
  model: string,
): TranscriptionHints {
  const isOwn = model === OWN_TRANSCRIBER;
  const prompt = isOwn ? JSON.stringify(terms) : promptOf(terms);
  return {
    ...(terms.length > 0 && { prompt }),
    ...(speech_language !== null && { language: speech_language }),
    ...(isOwn && { user: id }),
  };
}

function promptOf(terms: readonly SpokenTerm[]): string {
  let prompt = "";
  // A term with several heard forms is there once.
  for (const term of new Set(terms.map(({ term }) => term))) {
    const longer = prompt === "" ? term : `${prompt}, ${term}`;
    if (longer.length <= PROMPT_LIMIT) prompt = longer;
  }
  return prompt;
}
