import { PROMPT_KEY_PATTERN } from "@contracts/prompt-setting.ts";
import type { NewPromptDraft } from "#mirror/person/person-database.ts";

/** What is wrong with a prompt that is to be added: how the toast puts it, and at which field. */
export interface NewPromptProblem {
  title: string;
  message: string;
  key?: string;
  value?: string;
}

/**
 * Looks at a prompt before it is sent; null when nothing is wrong with it.
 * @param ownKeys the keys that the company has prompts of its own for
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

/** What is wrong with a key that is not empty; null when nothing is. */
function keyProblem(key: string, ownKeys: readonly string[]): string | null {
  if (!PROMPT_KEY_PATTERN.test(key)) {
    return "Use lower-case letters, digits and underscores (snake_case), beginning with a letter, at most 100.";
  }
  return ownKeys.includes(key) ? "This company already has a prompt with this key." : null;
}
