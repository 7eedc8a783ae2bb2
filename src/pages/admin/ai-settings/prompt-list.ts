import { BUILT_IN_PROMPTS } from "@contracts/built-in-prompts.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PromptDraft } from "#mirror/person/person-database.ts";

/** A prompt of a company, as it is saved and as it is being edited. */
export interface Prompt {
  key: string;
  /** The company's own; null where it has none. */
  own: PromptSetting | null;
  /** What agents use where the company has no text of its own; null where no agent knows the key. */
  builtIn: string | null;
  /** The text that is saved, or built in. */
  saved: string;
  /** The text as it is edited and not saved; null where it is as saved. */
  edited: string | null;
  /** Whether somebody else saved another text, or took it away, after the editing began. */
  isOvertaken: boolean;
}

/**
 * The prompts of a company: those that agents use, whether it has its own text of them or not, then
 * any other of its own by key.
 */
export function listPrompts(
  rows: readonly PromptSetting[],
  drafts: readonly PromptDraft[],
): Prompt[] {
  const ownOf = new Map(rows.map((row) => [row.prompt_key, row]));
  const draftOf = new Map(drafts.map((draft) => [draft.prompt_key, draft]));
  const known = Object.keys(BUILT_IN_PROMPTS);
  // An edited prompt that somebody else has deleted is still there to be copied, or saved again.
  const others = [...new Set([...ownOf.keys(), ...draftOf.keys()])]
    .filter((key) => !known.includes(key))
    .sort((a, b) => a.localeCompare(b));
  return [...known, ...others].map((key) => promptOf(key, ownOf.get(key), draftOf.get(key)));
}

function promptOf(
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

/** Whether a voice transcription is put into the prompts of that key. */
export function takesTranscription(key: string): boolean {
  return key.includes("user");
}
