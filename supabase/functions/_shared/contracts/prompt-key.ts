import { z } from "zod/mini";

/** Keys of `ai_prompt_settings` that the functions read. */
export const promptKeySchema = z.enum([
  "voice_agent_system_prompt",
  "voice_agent_user_prompt",
  "snap_agent_system_prompt",
  "label_agent_system_prompt",
  "ask_agent_system_prompt",
]);
export type PromptKey = z.infer<typeof promptKeySchema>;
