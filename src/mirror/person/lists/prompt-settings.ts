import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  type Answer,
  applyOptimistic,
  insertOptimistic,
  putRow,
  type Rollback,
  removeOptimistic,
  replaceRows,
} from "./mirrored-rows.ts";
import { settleArrivedPrompts } from "./prompt-drafts.ts";
import { scopeOf } from "./scopes.ts";

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
  const scope = scopeOf(db, promptSettingsScope(companyId));
  await db.transaction("rw", promptSettings, promptDrafts, scopes, async () => {
    await replaceRows(promptSettings, (row) => row.company_id === companyId, scope, answer);
    await settleArrivedPrompts(db, answer.rows);
  });
}

/** A company's own prompts, by key. */
export async function readPromptSettings(
  db: PersonDatabase,
  companyId: string,
): Promise<PromptSetting[]> {
  const rows = await db.promptSettings.where("company_id").equals(companyId).toArray();
  return rows
    .filter((row) => !row.leaving)
    .sort((a, b) => a.prompt_key.localeCompare(b.prompt_key));
}

export function putPromptSetting(
  db: PersonDatabase,
  row: PromptSetting,
  now: number,
): Promise<void> {
  return putRow(db.promptSettings, row, now);
}

/** Shows another text of a prompt before the server has confirmed it. */
export function showPromptChange(
  db: PersonDatabase,
  id: string,
  change: Pick<PromptSetting, "prompt_value">,
  now: () => number,
): Promise<Rollback> {
  return applyOptimistic(db.promptSettings, id, change, now);
}

/** Shows a new prompt before the server has confirmed it. */
export function showNewPrompt(
  db: PersonDatabase,
  row: PromptSetting,
  now: () => number,
): Promise<Rollback> {
  return insertOptimistic(db.promptSettings, row, now);
}

/** Hides a prompt before the server has confirmed that it is deleted. */
export function showPromptGone(
  db: PersonDatabase,
  id: string,
  now: () => number,
): Promise<Rollback> {
  return removeOptimistic(db.promptSettings, id, now);
}
