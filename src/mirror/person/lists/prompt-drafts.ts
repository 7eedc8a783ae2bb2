import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { NewPromptDraft, PersonDatabase, PromptDraft } from "../person-database.ts";

/** Which prompt of which company. */
export type PromptName = Pick<PromptSetting, "company_id" | "prompt_key">;

/** What was edited of a company's prompts and not saved yet. */
export function readPromptDrafts(db: PersonDatabase, companyId: string): Promise<PromptDraft[]> {
  return db.promptDrafts.where("company_id").equals(companyId).toArray();
}

/** The companies for which something was edited and not saved, or written and not added. */
export async function companiesWithPromptDrafts(db: PersonDatabase): Promise<string[]> {
  const edited = await db.promptDrafts.orderBy("company_id").uniqueKeys();
  const added = await db.newPromptDrafts.toCollection().primaryKeys();
  return [...new Set([...edited.map(String), ...added])];
}

/**
 * Keeps a prompt's text as it is being edited.
 * @param saved the text as it is shown to be saved, built in or the company's own
 * @param own the company's own text, null where it has none
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

export async function forgetPromptDraft(
  db: PersonDatabase,
  { company_id, prompt_key }: PromptName,
): Promise<void> {
  await db.promptDrafts.delete([company_id, prompt_key]);
}

/** A text is saved: its draft goes; what was typed on meanwhile stays, and goes on from there. */
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

/** Lets go of the drafts that the server has word for word: they arrived, unheard of. */
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

/** The prompt that somebody is about to add to a company; null when there is none. */
export async function readNewPromptDraft(
  db: PersonDatabase,
  companyId: string,
): Promise<NewPromptDraft | null> {
  return (await db.newPromptDrafts.get(companyId)) ?? null;
}

/** Keeps a prompt that somebody is about to add; one in which nothing is written goes. */
export async function keepNewPromptDraft(db: PersonDatabase, draft: NewPromptDraft): Promise<void> {
  const { company_id, prompt_key, prompt_value, description } = draft;
  if (`${prompt_key}${prompt_value}${description}` === "") {
    await db.newPromptDrafts.delete(company_id);
  } else await db.newPromptDrafts.put(draft);
}
