import { z } from "zod/mini";

/** How a prompt's key is spelt: snake_case. */
export const PROMPT_KEY_PATTERN = /^[a-z][a-z0-9_]{0,99}$/;
/** Longest prompt, in characters. */
export const PROMPT_VALUE_LIMIT = 20_000;
/** Longest description of a prompt, in characters. */
export const PROMPT_DESCRIPTION_LIMIT = 1_000;

/** A row of `ai_prompt_settings`: one value per company and key. */
export const promptSettingSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  prompt_key: z.string(),
  prompt_value: z.string(),
  description: z.nullable(z.string()),
  updated_by: z.nullable(z.uuid()),
  updated_at: z.string(),
});
export type PromptSetting = z.infer<typeof promptSettingSchema>;
