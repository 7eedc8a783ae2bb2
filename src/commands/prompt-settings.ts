import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PromptDraft } from "../mirror/person/lists/draft-rows.ts";
import { forgetPromptDraft, settlePromptDraft } from "../mirror/person/lists/prompt-drafts.ts";
import { PROMPT_SETTINGS } from "../mirror/person/lists/prompt-settings.ts";
import { inTurn } from "../platform/serialize.ts";
import { type Command, type CommandResult, failed } from "./command-result.ts";
import { addRow, changeRow, loadRows, removeRow } from "./list-rows.ts";

/** The result of saving one prompt; `changed`: the person has not seen the server's text. */
export interface SavedPrompt {
  prompt_key: string;
  result: CommandResult | { kind: "changed" };
}

/**
 * Saves drafts of a company's prompts, each one independently; drafts that fail are kept, and so is
 * what was typed after these were read.
 * @param seen the company's own texts by key, as the person sees them. Where the server has a
 *   different text by now, nothing is saved, so that the person sees the other text first.
 */
export function savePrompts(
  command: Command<"rows">,
  companyId: string,
  drafts: readonly PromptDraft[],
  seen: ReadonlyMap<string, string>,
): Promise<SavedPrompt[]> {
  return inTurn(`${command.db.personId}/prompts/${companyId}`, async () => {
    const current = await loadRows(command, PROMPT_SETTINGS, companyId);
    if (current.kind !== "ok") {
      return drafts.map(({ prompt_key }) => ({ prompt_key, result: failed(current) }));
    }
    const rows = new Map(current.value.map((row) => [row.prompt_key, row]));
    return Promise.all(
      drafts.map(async (draft) => {
        const { prompt_key } = draft;
        const [there, seenText] = [rows.get(prompt_key), seen.get(prompt_key)];
        return { prompt_key, result: await savePrompt(command, draft, there, seenText) };
      }),
    );
  });
}

async function savePrompt(
  command: Command<"rows">,
  draft: PromptDraft,
  there: PromptSetting | undefined,
  seen: string | undefined,
): Promise<SavedPrompt["result"]> {
  const { company_id, prompt_key, text } = draft;
  // It was saved before, and only the reply was lost.
  if (there?.prompt_value === text) return { kind: "done" };
  if (there?.prompt_value !== seen) return { kind: "changed" };
  if (text.trim() === "") return { kind: "failed", message: "A prompt needs a text." };
  const result =
    there === undefined
      ? await addPrompt(command, { company_id, prompt_key, prompt_value: text, description: null })
      : await changeRow(command, PROMPT_SETTINGS, there.id, {
          prompt_value: text,
          updated_at: new Date(command.now()).toISOString(),
          updated_by: command.db.personId,
        });
  if (result.kind === "done") {
    await settlePromptDraft(command.db, { company_id, prompt_key, prompt_value: text });
  }
  return result;
}

/** Adds a company's own prompt. The server gives it an id of its own. */
export function addPrompt(
  command: Command<"rows">,
  prompt: Pick<PromptSetting, "company_id" | "prompt_key" | "prompt_value" | "description">,
): Promise<CommandResult> {
  const { company_id, prompt_key, prompt_value, description } = prompt;
  const updated_by = command.db.personId;
  const sent = { company_id, prompt_key, prompt_value, description, updated_by };
  const updated_at = new Date(command.now()).toISOString();
  const row = { ...sent, id: crypto.randomUUID(), updated_at };
  return addRow(command, PROMPT_SETTINGS, row, sent, {
    [UNIQUE_VIOLATION]: "This company already has a prompt with this key.",
  });
}

/** Deletes a company's own prompt with its draft; the built-in text applies again. */
export async function removePrompt(
  command: Command<"rows">,
  prompt: PromptSetting,
): Promise<CommandResult> {
  const result = await removeRow(command, PROMPT_SETTINGS, prompt.id);
  if (result.kind === "done") await forgetPromptDraft(command.db, prompt);
  return result;
}
