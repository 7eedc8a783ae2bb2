import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { NewPromptDraft } from "./draft-rows.ts";

/** Identifies a prompt of a company. */
export type PromptName = Pick<PromptSetting, "company_id" | "prompt_key">;

/** The unsaved edits of a company's prompts. */
export const readPromptDrafts = (db: PersonDatabase, companyId: string) =>
  db.promptDrafts.where("company_id").equals(companyId).toArray();

/** The companies with unsaved edits or with a new prompt that was not added. */
export async function companiesWithPromptDrafts(db: PersonDatabase): Promise<string[]> {
  const edited = await db.promptDrafts.orderBy("company_id").uniqueKeys();
  const added = await db.newPromptDrafts.toCollection().primaryKeys();
  return [...new Set([...edited.map(String), ...added])];
}

/**
 * Stores a prompt's text while it is being edited.
 * @param saved the saved text that the page shows, built in or the company's own
 * @param own the company's own text, null if it has none
 */
export async function keepPromptDraft(
  db: PersonDatabase,
  { company_id, prompt_key }: PromptName,
  text: string,
  { saved, own }: { saved: string; own: string | null },
): Promise<void> {
  await db.transaction("rw", db.promptDrafts, async () => {
    if (text === saved) return db.promptDrafts.delete([company_id, prompt_key]);
    const begun = await db.promptDrafts.get([company_id, prompt_key]);
    const before = begun === undefined ? own : begun.before;
    await db.promptDrafts.put({ company_id, prompt_key, text, before });
  });
}

export const forgetPromptDraft = (db: PersonDatabase, { company_id, prompt_key }: PromptName) =>
  db.promptDrafts.delete([company_id, prompt_key]);

/**
 * Deletes the draft of a saved text. Text typed meanwhile stays, as a draft based on the saved
 * text.
 */
export async function settlePromptDraft(
  db: PersonDatabase,
  { company_id, prompt_key, prompt_value }: PromptName & Pick<PromptSetting, "prompt_value">,
): Promise<void> {
  await db.transaction("rw", db.promptDrafts, async () => {
    const draft = await db.promptDrafts.get([company_id, prompt_key]);
    if (draft === undefined) return;
    if (draft.text === prompt_value) await db.promptDrafts.delete([company_id, prompt_key]);
    else await db.promptDrafts.put({ ...draft, before: prompt_value });
  });
}

/** Deletes the drafts that equal the server's text: they were saved, but the reply was lost. */
export async function settleArrivedPrompts(
  db: PersonDatabase,
  rows: readonly PromptSetting[],
): Promise<void> {
  await db.transaction("rw", db.promptDrafts, async () => {
    for (const { company_id, prompt_key, prompt_value } of rows) {
      const draft = await db.promptDrafts.get([company_id, prompt_key]);
      if (draft?.text === prompt_value) await db.promptDrafts.delete([company_id, prompt_key]);
    }
  });
}

/** The unsaved new prompt of a company; null when there is none. */
export const readNewPromptDraft = async (db: PersonDatabase, companyId: string) =>
  (await db.newPromptDrafts.get(companyId)) ?? null;

/** Stores the unsaved new prompt of a company; deletes it when it is empty. */
export async function keepNewPromptDraft(db: PersonDatabase, draft: NewPromptDraft): Promise<void> {
  const { company_id, prompt_key, prompt_value, description } = draft;
  if (`${prompt_key}${prompt_value}${description}` === "") {
    await db.newPromptDrafts.delete(company_id);
  } else await db.newPromptDrafts.put(draft);
}
