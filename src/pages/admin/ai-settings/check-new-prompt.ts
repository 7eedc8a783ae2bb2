import { PROMPT_KEY_PATTERN } from "@contracts/prompt-setting.ts";
import type { NewPromptDraft } from "#mirror/person/lists/draft-rows.ts";

/** The problem of a new prompt: the text of the toast, and the messages of the fields. */
export interface NewPromptProblem {
  title: string;
  message: string;
  key?: string;
  value?: string;
}

/**
 * Checks a new prompt before it is sent; null if it is valid.
 * @param ownKeys the keys of the company's own prompts
 */
export function checkNewPrompt(
  { prompt_key, prompt_value }: Pick<NewPromptDraft, "prompt_key" | "prompt_value">,
  ownKeys: readonly string[],
): NewPromptProblem | null {
  const key = prompt_key.trim();
  const noValue = prompt_value.trim() === "";
  if (key === "" || noValue) {
    return {
      title: "Missing fields",
      message: "Please fill in prompt key and value",
      ...(key === "" && { key: "Please fill in the prompt key" }),
      ...(noValue && { value: "Please fill in the prompt value" }),
    };
  }
  const message = keyProblem(key, ownKeys);
  return message === null ? null : { title: "Error adding prompt", message, key: message };
}

/** The problem of a key that is not empty; null if it is valid. */
function keyProblem(key: string, ownKeys: readonly string[]): string | null {
  if (!PROMPT_KEY_PATTERN.test(key)) {
    return "Use lower-case letters, digits and underscores (snake_case), beginning with a letter, at most 100.";
  }
  return ownKeys.includes(key) ? "This company already has a prompt with this key." : null;
}
