import type { PromptSetting } from "@contracts/prompt-setting.ts";
import { useCallback, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { removePrompt, type SavedPrompt, savePrompts } from "#commands/prompt-settings.ts";
import type { PromptDraft } from "#mirror/person/lists/draft-rows.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import type { Prompt } from "./prompt-list.ts";
import { promptName } from "./prompt-name.ts";

const SAVING = "saving";
const CHANGED = "This prompt was changed meanwhile. Compare it with yours.";

/** Why a prompt could not be saved, and the text that was refused. */
interface Problem {
  message: string;
  text: string;
}

/** Saves and removes a company's prompts, and shows a toast with the result. */
export function usePromptActions(companyId: string, prompts: readonly Prompt[]) {
  const { busy, run } = useOneAtATime();
  const [problems, setProblems] = useState<Readonly<Record<string, Problem>>>({});

  const save = (command: AdministrationCommand, drafts: readonly PromptDraft[]) =>
    run(SAVING, "save", async () => {
      const textsByKey = new Map(drafts.map(({ prompt_key, text }) => [prompt_key, text]));
      const own = prompts.flatMap(({ own }) => (own === null ? [] : [own]));
      const seen = new Map(own.map((row) => [row.prompt_key, row.prompt_value]));
      const saved = await savePrompts(command, companyId, drafts, seen);
      const failures = listFailures(saved);
      setProblems(
        Object.fromEntries(
          failures.map(({ key, message }) => [key, { message, text: textsByKey.get(key) ?? "" }]),
        ),
      );
      showSavedCount(saved.length, failures);
    });

  const remove = useCallback(
    (command: AdministrationCommand, prompt: Prompt & { own: PromptSetting }): Promise<boolean> => {
      const { key, own, builtIn } = prompt;
      let isDone = false;
      return run(key, "remove", async () => {
        const result = await removePrompt(command, own);
        isDone = result.kind === "done";
        const isReset = builtIn !== null;
        if (result.kind === "failed") {
          showError(`Error ${isReset ? "resetting" : "deleting"} prompt`, result.message);
        } else showStatus(isReset ? "Prompt reset" : "Prompt deleted", promptName(key));
      }).then(() => isDone);
    },
    [run],
  );

  /** The problem of the current text; a problem of an earlier text is no longer shown. */
  const findProblem = ({ key, edited }: Prompt): string | null => {
    const problem = problems[key];
    return problem !== undefined && problem.text === edited ? problem.message : null;
  };

  return { save, remove, findProblem, isSaving: busy.has(SAVING), busy };
}

function listFailures(saved: readonly SavedPrompt[]): { key: string; message: string }[] {
  return saved.flatMap(({ prompt_key: key, result }) => {
    if (result.kind === "done") return [];
    return [{ key, message: result.kind === "failed" ? result.message : CHANGED }];
  });
}

function showSavedCount(count: number, failures: readonly { message: string }[]): void {
  const done = count - failures.length;
  if (done > 0) {
    const saved = failures.length > 0 ? `${done} of ${count}` : done;
    showStatus("Prompts saved", `${saved} ${count === 1 ? "prompt" : "prompts"}`);
  }
  const messages = new Set(failures.map(({ message }) => message));
  if (messages.size > 0) showError("Error saving prompts", [...messages].join(" "));
}
