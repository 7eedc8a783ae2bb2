import type { PromptSetting } from "@contracts/prompt-setting.ts";
import { Button, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { removePrompt, savePrompts } from "#commands/prompt-settings.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PromptDraft } from "#mirror/person/lists/draft-rows.ts";
import { readNewPromptDraft, readPromptDrafts } from "#mirror/person/lists/prompt-drafts.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useGoldenGate } from "../golden-check/use-golden-gate.tsx";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import classes from "./ai-settings-panel.module.css";
import { NewPromptForm } from "./new-prompt-form.tsx";
import { PromptCard } from "./prompt-card.tsx";
import { buildTrials, type Prompt, promptName } from "./prompt-list.ts";
import { useWarningBeforeLeaving } from "./use-warning-before-leaving.ts";

/** Edits a company's prompts and saves them together; also adds new ones. */
export function PromptEditor(props: { companyId: string; prompts: readonly Prompt[] }) {
  const { companyId, prompts } = props;
  const db = useMirror();
  const command = useCommand();
  const readOnly = useReadOnly();
  const { save, remove, findProblem, isSaving, busy } = usePromptActions(companyId, prompts);
  const [asked, setAsked] = useState<Prompt | null>(null);
  const draft = useLive(() => readNewPromptDraft(db, companyId), [db, companyId]);
  const list = useRef<HTMLUListElement>(null);
  const [gate, goldenDialog] = useGoldenGate(companyId);
  const edited = prompts.filter((prompt) => prompt.edited !== null);
  const isChanged = edited.length > 0;
  useWarningBeforeLeaving(isChanged);

  /** Saves the texts with which the golden questions were tried, and no other ones. */
  async function saveTyped(sender: AdministrationCommand): Promise<void> {
    // Not from the page, which shows what was typed a moment before it has it from the device.
    const drafts = await readPromptDrafts(db, companyId);
    await gate({
      trials: buildTrials(drafts.map(({ prompt_key, text }) => [prompt_key, text])),
      title: "Save prompts",
      anyway: "Save anyway",
      make: () => void save(sender, drafts),
    });
  }

  async function removeAsked(prompt: Prompt): Promise<void> {
    if (command === null || prompt.own === null) return;
    const isDone = await remove(command, prompt, prompt.own);
    // The button that had the focus has disappeared.
    const isLost = document.activeElement === document.body;
    if (isDone && isLost) list.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Prompts">
        {prompts.map((prompt) => (
          <PromptCard
            key={prompt.key}
            prompt={prompt}
            companyId={companyId}
            readOnly={readOnly}
            busy={isSaving || busy.has(prompt.key)}
            problem={findProblem(prompt)}
            onRemove={() => setAsked(prompt)}
          />
        ))}
      </ul>
      <div className={classes.save} data-changed={(isChanged && !readOnly) || undefined}>
        <Button
          // The button stays enabled while it saves: `disabled` would lose the focus.
          disabled={readOnly || !(isChanged || isSaving)}
          aria-disabled={isSaving || undefined}
          onClick={() => {
            if (command !== null && !isSaving) void saveTyped(command);
          }}
        >
          {isSaving ? "Saving..." : "Save"}
        </Button>
        {isChanged && !isSaving && (
          <span className={shared.waiting}>
            Unsaved changes{edited.length > 1 && ` to ${edited.length} prompts`}
          </span>
        )}
      </div>
      <section className={classes.add} aria-labelledby="add-prompt">
        <h2 id="add-prompt" className={shared.title}>
          Add prompt
        </h2>
        {draft !== undefined && (
          <NewPromptForm
            companyId={companyId}
            kept={draft}
            ownKeys={prompts.filter(({ own }) => own !== null).map(({ key }) => key)}
            gate={gate}
            readOnly={readOnly}
          />
        )}
      </section>
      {asked !== null && (
        <AdminConfirmDialog
          company={{ id: companyId }}
          title={asked.builtIn === null ? "Delete prompt?" : "Reset to built-in text?"}
          confirm={asked.builtIn === null ? "Delete" : "Reset"}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void gate({
              trials: buildTrials([[asked.key, null]]),
              title: "Remove prompt",
              anyway: "Remove anyway",
              make: () => void removeAsked(asked),
            });
          }}
        >
          <Text>
            {asked.builtIn === null
              ? `“${asked.key}” will be deleted from this company.`
              : `The company’s own text of “${promptName(asked.key)}” will be deleted, and the built-in text takes its place.`}
            {/* The typed text is stored a moment later, perhaps after the dialog has opened. */}
            {edited.some(({ key }) => key === asked.key) &&
              " Your unsaved changes to it go as well."}{" "}
            This action cannot be undone.
          </Text>
        </AdminConfirmDialog>
      )}
      {goldenDialog}
    </>
  );
}

const SAVING = "saving";
const CHANGED = "This prompt was changed meanwhile. Compare it with yours.";

/** Saves and removes a company's prompts, and shows a toast with the result. */
function usePromptActions(companyId: string, prompts: readonly Prompt[]) {
  const { busy, run } = useOneAtATime();
  /** Why prompts could not be saved, by their keys, and the text that was refused. */
  const [problems, setProblems] = useState<Record<string, { message: string; text: string }>>({});

  const save = (command: AdministrationCommand, drafts: readonly PromptDraft[]) =>
    run(SAVING, "save", async () => {
      const own = prompts.flatMap(({ own }) => (own === null ? [] : [own]));
      const seen = new Map(own.map((row) => [row.prompt_key, row.prompt_value]));
      const saved = await savePrompts(command, companyId, drafts, seen);
      const failures = saved.flatMap(({ prompt_key: key, result }) => {
        if (result.kind === "done") return [];
        return [{ key, message: result.kind === "failed" ? result.message : CHANGED }];
      });
      const texts = new Map(drafts.map(({ prompt_key, text }) => [prompt_key, text]));
      setProblems(
        Object.fromEntries(
          failures.map(({ key, message }) => [key, { message, text: texts.get(key) ?? "" }]),
        ),
      );
      showSavedCount(saved.length, failures);
    });

  const remove = (
    command: AdministrationCommand,
    { key, builtIn }: Prompt,
    own: PromptSetting,
  ): Promise<boolean | undefined> =>
    run(key, "remove", () =>
      showResult(
        removePrompt(command, own),
        `Error ${builtIn !== null ? "resetting" : "deleting"} prompt`,
        builtIn !== null ? "Prompt reset" : "Prompt deleted",
        promptName(key),
      ),
    );

  /** The problem of the current text; a problem of an earlier text is no longer shown. */
  const findProblem = ({ key, edited }: Prompt): string | null => {
    const problem = problems[key];
    return problem !== undefined && problem.text === edited ? problem.message : null;
  };

  return { save, remove, findProblem, isSaving: busy.has(SAVING), busy };
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
