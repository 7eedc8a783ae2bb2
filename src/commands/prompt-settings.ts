import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { Outcome } from "../backend/outcome.ts";
import type { PromptDraft } from "../mirror/person/lists/draft-rows.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { forgetPromptDraft, settlePromptDraft } from "../mirror/person/lists/prompt-drafts.ts";
import { replacePromptSettings } from "../mirror/person/lists/prompt-settings.ts";
import { inTurn } from "../platform/serialize.ts";
import { type Command, type CommandResult, confirmed, failed } from "./command-result.ts";

type PromptCommand = Command<"administration">;

/**
 * The result of saving one prompt. `changed`: the server's text is not the one that the person has
 * seen.
 */
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
  command: PromptCommand,
  companyId: string,
  drafts: readonly PromptDraft[],
  seen: ReadonlyMap<string, string>,
): Promise<SavedPrompt[]> {
  const { db, backend, now } = command;
  return inTurn(`${db.personId}/prompts/${companyId}`, async () => {
    const askedAt = now();
    const current = await backend.administration.promptSettings(db.personId, companyId);
    if (current.kind !== "ok") {
      return drafts.map(({ prompt_key }) => ({ prompt_key, result: failed(current) }));
    }
    await replacePromptSettings(db, companyId, { rows: current.value, askedAt, now: now() });
    const rows = new Map(current.value.map((row) => [row.prompt_key, row]));
    return Promise.all(
      drafts.map(async (draft) => {
        const { prompt_key } = draft;
        const seenText = seen.get(prompt_key);
        return {
          prompt_key,
          result: await savePrompt(command, draft, rows.get(prompt_key), seenText),
        };
      }),
    );
  });
}

async function savePrompt(
  command: PromptCommand,
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
      : await changePrompt(command, there, text);
  if (result.kind === "done") {
    await settlePromptDraft(command.db, { company_id, prompt_key, prompt_value: text });
  }
  return result;
}

/** Adds a company's own prompt. */
export async function addPrompt(
  { db, backend, now }: PromptCommand,
  prompt: Pick<PromptSetting, "company_id" | "prompt_key" | "prompt_value" | "description">,
): Promise<CommandResult> {
  const row = { ...prompt, updated_by: db.personId };
  const shownRow = { ...row, id: crypto.randomUUID(), updated_at: new Date(now()).toISOString() };
  const prompts = mirroredList(db.promptSettings);
  const takeBack = await prompts.addOptimistic(shownRow, now);
  return confirmed(
    takeBack,
    inWords(backend.administration.addPromptSetting(row)),
    async (added) => {
      // The server assigns its own id: replace the row that was shown.
      await prompts.put(added, now());
      await takeBack();
    },
  );
}

async function inWords<T>(sent: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await sent;
  if (outcome.kind !== "later" || outcome.code !== UNIQUE_VIOLATION) return outcome;
  return { ...outcome, message: "This company already has a prompt with this key." };
}

/** Changes the text of a company's own prompt. */
async function changePrompt(
  { db, backend, now }: PromptCommand,
  prompt: PromptSetting,
  text: string,
): Promise<CommandResult> {
  const updated_at = new Date(now()).toISOString();
  const prompts = mirroredList(db.promptSettings);
  return confirmed(
    await prompts.applyOptimistic(prompt.id, { prompt_value: text }, now),
    backend.administration.changePromptSetting(db.personId, prompt, {
      prompt_value: text,
      updated_at,
    }),
    (changed) => prompts.put(changed, now()),
  );
}

/** Deletes a company's own prompt with its draft; the built-in text applies again. */
export async function removePrompt(
  { db, backend, now }: PromptCommand,
  prompt: PromptSetting,
): Promise<CommandResult> {
  const hide = () => mirroredList(db.promptSettings).removeOptimistic(prompt.id, now);
  return confirmed(
    await hide(),
    backend.administration.deletePromptSetting(db.personId, prompt.id),
    async () => {
      await hide();
      await forgetPromptDraft(db, prompt);
    },
  );
}
