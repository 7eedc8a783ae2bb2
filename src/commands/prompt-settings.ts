import type { PromptSetting } from "@contracts/prompt-setting.ts";
import {
  putPromptSetting,
  showNewPrompt,
  showPromptChange,
  showPromptGone,
} from "../mirror/prompt-settings.ts";
import { type Command, type CommandResult, confirmed } from "./command-result.ts";

/** Adds a prompt of a company's own. */
export async function addPrompt(
  { db, backend, now }: Command<"administration">,
  prompt: Pick<PromptSetting, "company_id" | "prompt_key" | "prompt_value" | "description">,
): Promise<CommandResult> {
  const { personId } = db;
  const row = { ...prompt, id: crypto.randomUUID(), updated_by: personId };
  return confirmed(
    await showNewPrompt(db, { ...row, updated_at: new Date(now()).toISOString() }, now),
    backend.administration.addPromptSetting(row),
    (added) => putPromptSetting(db, added, now()),
  );
}

/** Changes the text of a company's own prompt. */
export async function changePrompt(
  { db, backend, now }: Command<"administration">,
  prompt: PromptSetting,
  text: string,
): Promise<CommandResult> {
  const updated_at = new Date(now()).toISOString();
  return confirmed(
    await showPromptChange(db, prompt.id, { prompt_value: text }, now),
    backend.administration.changePromptSetting(db.personId, prompt, {
      prompt_value: text,
      updated_at,
    }),
    (changed) => putPromptSetting(db, changed, now()),
  );
}

/** Takes a company's own prompt away, so that the built-in text takes its place. */
export async function removePrompt(
  { db, backend, now }: Command<"administration">,
  prompt: PromptSetting,
): Promise<CommandResult> {
  const hide = () => showPromptGone(db, prompt.id, now);
  return confirmed(
    await hide(),
    backend.administration.deletePromptSetting(db.personId, prompt.id),
    async () => {
      await hide();
    },
  );
}
