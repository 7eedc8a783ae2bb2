import { type PromptSetting, promptSettingSchema } from "@contracts/prompt-setting.ts";
import { settleArrivedPrompts } from "./prompt-drafts.ts";
import { OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** A company's own prompts, sorted by key. */
export const PROMPT_SETTINGS: ServerList<PromptSetting, [string | null]> = {
  name: "prompt-settings",
  ...rowsLike("ai_prompt_settings", promptSettingSchema),
  order: ["prompt_key"],
  match: OF_COMPANY,
  mirror: (db) => db.promptSettings,
  compare: (a, b) => a.prompt_key.localeCompare(b.prompt_key),
  settle: { tables: (db) => [db.promptDrafts], run: settleArrivedPrompts },
};
