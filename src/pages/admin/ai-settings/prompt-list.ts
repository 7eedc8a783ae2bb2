import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import { BUILT_IN_PROMPTS } from "@contracts/built-in-prompts.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { GoldenTrial } from "#commands/golden-run.ts";
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
  const known = new Map(Object.entries(BUILT_IN_PROMPTS));
  // An edited prompt that somebody else has deleted stays, so that it can be copied or saved again.
  const others = [...new Set([...ownByKey.keys(), ...draftsByKey.keys()])]
    .filter((key) => !known.has(key))
    .sort((a, b) => a.localeCompare(b));
  return [...known.keys(), ...others].map((key) => {
    const own = ownByKey.get(key) ?? null;
    const draft = draftsByKey.get(key);
    const builtIn = known.get(key) ?? null;
    const saved = own?.prompt_value ?? builtIn ?? "";
    const edited = draft === undefined || draft.text === saved ? null : draft.text;
    const isOvertaken = edited !== null && draft?.before !== (own?.prompt_value ?? null);
    return { key, own, builtIn, saved, edited, isOvertaken };
  });
}

/** Whether the voice transcription is inserted into prompts with this key. */
export function takesTranscription(key: string): boolean {
  return key.includes("user");
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ...AGENT_IDS.map((agent): [string, string] => [
    `${AGENTS[agent].logged}_system_prompt`,
    `${AGENTS[agent].name}: instructions`,
  ]),
  ["voice_agent_user_prompt", `${AGENTS.voice.name}: how the note is given`],
]);

/** The visible name of a prompt; the key itself if no agent knows it. */
export function promptName(key: string): string {
  return NAMES.get(key) ?? key;
}

const QUESTION_AGENTS: readonly QuestionAgent[] = ["label", "ask"];

/**
 * The trials of changed prompts for the agents that answer questions.
 * @param prompts keys and new texts; null: the built-in text
 */
export function buildTrials(prompts: readonly (readonly [string, string | null])[]): GoldenTrial[] {
  const texts = new Map(prompts);
  return QUESTION_AGENTS.flatMap((agent): GoldenTrial[] => {
    const prompt = texts.get(`${AGENTS[agent].logged}_system_prompt`);
    // An empty text is refused when it is saved.
    if (prompt === undefined || prompt?.trim() === "") return [];
    return [{ agent, change: { kind: "prompt", prompt } }];
  });
}
