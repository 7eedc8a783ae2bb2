import { type PromptKey, promptKeySchema } from "@contracts/prompt-key.ts";

const NAMES: Readonly<Record<PromptKey, string>> = {
  voice_agent_system_prompt: "Voice Agent: instructions",
  voice_agent_user_prompt: "Voice Agent: how the note is given",
  snap_agent_system_prompt: "Snap Agent: instructions",
  label_agent_system_prompt: "Label Agent: instructions",
  ask_agent_system_prompt: "Ask Agent: instructions",
};

/** A prompt's name for people; the key itself where no agent knows it. */
export function promptName(key: string): string {
  const known = promptKeySchema.safeParse(key);
  return known.success ? NAMES[known.data] : key;
}
