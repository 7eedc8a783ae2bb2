import { Button, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readNewPromptDraft, readPromptDrafts } from "#mirror/person/lists/prompt-drafts.ts";
import { useGoldenGate } from "../golden-check/use-golden-gate.tsx";
import classes from "./ai-settings-panel.module.css";
import { buildTrials } from "./golden-trials.ts";
import { NewPromptForm } from "./new-prompt-form.tsx";
import { PromptCard } from "./prompt-card.tsx";
import type { Prompt } from "./prompt-list.ts";
import { promptName } from "./prompt-name.ts";
import { usePromptActions } from "./use-prompt-actions.ts";
import { useWarningBeforeLeaving } from "./use-warning-before-leaving.ts";

/** Edits a company's prompts and saves them together; also adds new ones. */
export function PromptEditor(props: { companyId: string; prompts: readonly Prompt[] }) {
  const { companyId, prompts } = props;
  const db = useMirror();
  const command = useCommand();
  const offline = useReadOnlyReason() !== null;
  const readOnly = offline || command === null;
  const { save, remove, findProblem, isSaving, busy } = usePromptActions(companyId, prompts);
  const [asked, setAsked] = useState<Prompt | null>(null);
  const draft = useLive(() => readNewPromptDraft(db, companyId), [db, companyId]);
  const list = useRef<HTMLUListElement>(null);
  const [gate, goldenDialog] = useGoldenGate(command, companyId);
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

  async function removeAsked({ own, ...prompt }: Prompt): Promise<void> {
    setAsked(null);
    if (command === null || own === null) return;
    const isDone = await remove(command, { ...prompt, own });
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
          <span className={classes.kept}>
            Unsaved changes{edited.length > 1 && ` to ${edited.length} prompts`}
          </span>
        )}
      </div>
      <section className={classes.add} aria-labelledby="add-prompt">
        <h2 id="add-prompt" className={classes.title}>
          Add prompt
        </h2>
        {draft !== undefined && (
          <NewPromptForm
            companyId={companyId}
            kept={draft}
            ownKeys={prompts.filter(({ own }) => own !== null).map(({ key }) => key)}
            command={command}
            gate={gate}
            readOnly={readOnly}
          />
        )}
      </section>
      {asked !== null && (
        <RemoveDialog
          companyId={companyId}
          // The typed text is stored a moment later, perhaps after the dialog has opened.
          prompt={{ ...asked, edited: readEdit(prompts, asked.key) }}
          onCancel={() => setAsked(null)}
          onRemove={() => {
            setAsked(null);
            void gate({
              trials: buildTrials([[asked.key, null]]),
              title: "Remove prompt",
              anyway: "Remove anyway",
              make: () => void removeAsked(asked),
            });
          }}
        />
      )}
      {goldenDialog}
    </>
  );
}

/** The unsaved text of a prompt as it is now; null if there is none. */
function readEdit(prompts: readonly Prompt[], key: string): string | null {
  return prompts.find((prompt) => prompt.key === key)?.edited ?? null;
}

/** Asks before the company's own prompt is removed. */
function RemoveDialog(props: {
  companyId: string;
  prompt: Prompt;
  onCancel: () => void;
  onRemove: () => void;
}) {
  const { key, builtIn, edited } = props.prompt;
  const isReset = builtIn !== null;
  return (
    <AdminConfirmDialog
      company={{ id: props.companyId }}
      title={isReset ? "Reset to built-in text?" : "Delete prompt?"}
      confirm={isReset ? "Reset" : "Delete"}
      onCancel={props.onCancel}
      onConfirm={props.onRemove}
    >
      <Text>
        {isReset
          ? `The company’s own text of “${promptName(key)}” will be deleted, and the built-in text takes its place.`
          : `“${key}” will be deleted from this company.`}
        {edited !== null && " Your unsaved changes to it go as well."} This action cannot be undone.
      </Text>
    </AdminConfirmDialog>
  );
}
