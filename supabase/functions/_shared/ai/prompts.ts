import { z } from "zod/mini";
import {
  BUILT_IN_PROMPTS,
  type PromptKey,
  TRANSCRIPTION_PLACEHOLDER,
} from "../contracts/built-in-prompts.ts";
import type { ServiceRest } from "../request/service-rest.ts";

/** Rows of `ai_prompt_settings`. */
export const promptRowsSchema = z.array(
  z.object({ prompt_key: z.string(), prompt_value: z.string() }),
);

/**
 * The prompts of a company: its own if it has one, otherwise the built-in text.
 * @param companyId null for a person without a company.
 */
export async function readPrompts<Key extends PromptKey>(
  rest: ServiceRest,
  companyId: string | null,
  keys: readonly Key[],
): Promise<Record<Key, string>> {
  const rows = companyId
    ? promptRowsSchema.parse(
        await rest.select("ai_prompt_settings", {
          company_id: `eq.${companyId}`,
          prompt_key: `in.(${keys.join(",")})`,
          select: "prompt_key,prompt_value",
        }),
      )
    : [];
  return promptsOf(rows, keys);
}

/** These prompts as a company has set them in its rows, otherwise the built-in text. */
export function promptsOf<Key extends PromptKey>(
  rows: z.infer<typeof promptRowsSchema>,
  keys: readonly Key[],
): Record<Key, string> {
  const own = new Map(rows.map((row) => [row.prompt_key, row.prompt_value]));
  return Object.fromEntries(
    keys.map((key) => [key, own.get(key) ?? BUILT_IN_PROMPTS[key]]),
  ) as Record<Key, string>;
}

/** Puts the transcription in every place that the prompt has for it, or at the prompt's end. */
export function fillTranscription(prompt: string, transcription: string): string {
  return prompt.includes(TRANSCRIPTION_PLACEHOLDER)
    ? // A function, because "$&" has a special meaning in a plain replacement.
      prompt.replaceAll(TRANSCRIPTION_PLACEHOLDER, () => transcription)
    : `${prompt}\n\n${transcription}`;
}
