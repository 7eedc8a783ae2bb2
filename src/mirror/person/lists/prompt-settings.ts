import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PersonDatabase } from "../person-database.ts";
import { settleArrivedPrompts } from "./prompt-drafts.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Name of the scope that holds a company's prompts. */
export function promptSettingsScope(companyId: string): string {
  return `prompt-settings:${companyId}`;
}

/** Replaces the mirrored prompts of a company by what the server answered. */
export async function replacePromptSettings(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<PromptSetting>,
): Promise<void> {
  const { promptSettings, promptDrafts, scopes } = db;
  const scope = {
    name: promptSettingsScope(companyId),
    holds: (row: PromptSetting) => row.company_id === companyId,
  };
  await db.transaction("rw", promptSettings, promptDrafts, scopes, async () => {
    const replaced = await replaceRows(db, promptSettings, scope, answer);
    if (replaced !== null) await settleArrivedPrompts(db, replaced.brought);
  });
}

/** A company's own prompts, sorted by key. */
export async function readPromptSettings(
  db: PersonDatabase,
  companyId: string,
): Promise<PromptSetting[]> {
  const rows = await db.promptSettings.where("company_id").equals(companyId).toArray();
  return rows
    .filter((row) => !row.leaving)
    .sort((a, b) => a.prompt_key.localeCompare(b.prompt_key));
}
