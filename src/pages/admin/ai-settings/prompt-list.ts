import { BUILT_IN_PROMPTS } from "@contracts/built-in-prompts.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PromptDraft } from "#mirror/person/lists/draft-rows.ts";

/** A prompt of a company: its saved text and its edited text. */
export interface Prompt {
  key: string;
  /** The company's own prompt; null if it has none. */
  own: PromptSetting | null;
  /** The text that agents use if the company has no own text; null if no agent knows the key. */
  builtIn: string | null;
  /** The saved text, otherwise the built-in one. */
  saved: string;
  /** The edited text that is not saved yet; null if nothing is edited. */
  edited: string | null;
  /** Whether somebody else changed or removed the saved text after the editing began. */
  isOvertaken: boolean;
}

/**
 * The prompts of a company: first the ones that agents know, with own or built-in text, then its
 * other own prompts by key.
 */
export function listPrompts(
  rows: readonly PromptSetting[],
  drafts: readonly PromptDraft[],
): Prompt[] {
  const ownByKey = new Map(rows.map((row) => [row.prompt_key, row]));
  const draftsByKey = new Map(drafts.map((draft) => [draft.prompt_key, draft]));
  const known = Object.keys(BUILT_IN_PROMPTS);
  // An edited prompt that somebody else has deleted stays, so that it can be copied or saved again.
  const others = [...new Set([...ownByKey.keys(), ...draftsByKey.keys()])]
    .filter((key) => !known.includes(key))
    .sort((a, b) => a.localeCompare(b));
  return [...known, ...others].map((key) => toPrompt(key, ownByKey.get(key), draftsByKey.get(key)));
}

function toPrompt(
  key: string,
  own: PromptSetting | undefined,
  draft: PromptDraft | undefined,
): Prompt {
  const builtIn = Object.entries(BUILT_IN_PROMPTS).find(([name]) => name === key)?.[1] ?? null;
  const saved = own?.prompt_value ?? builtIn ?? "";
  const edited = draft === undefined || draft.text === saved ? null : draft.text;
  return {
    key,
    own: own ?? null,
    builtIn,
    saved,
    edited,
    isOvertaken: edited !== null && draft?.before !== (own?.prompt_value ?? null),
  };
}

/** Whether the voice transcription is inserted into prompts with this key. */
export function takesTranscription(key: string): boolean {
  return key.includes("user");
}
