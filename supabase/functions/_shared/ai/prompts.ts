import { z } from "zod/mini";
import {
  BUILT_IN_PROMPTS,
  type PromptKey,
  TRANSCRIPTION_PLACEHOLDER,
} from "../contracts/built-in-prompts.ts";

/** A row of `ai_prompt_settings`. */
export const promptRowSchema = z.object({ prompt_key: z.string(), prompt_value: z.string() });

/** A prompt as a company has set it in its rows, otherwise the built-in text. */
export function choosePrompt(rows: z.infer<typeof promptRowSchema>[], key: PromptKey): string {
  return rows.find((row) => row.prompt_key === key)?.prompt_value ?? BUILT_IN_PROMPTS[key];
}

/** Puts the transcription in every place that the prompt has for it, or at the prompt's end. */
export function fillTranscription(prompt: string, transcription: string): string {
  return prompt.includes(TRANSCRIPTION_PLACEHOLDER)
    ? // A function, because "$&" has a special meaning in a plain replacement.
      prompt.replaceAll(TRANSCRIPTION_PLACEHOLDER, () => transcription)
    : `${prompt}\n\n${transcription}`;
}
