import {
  PROMPT_DESCRIPTION_LIMIT,
  PROMPT_KEY_PATTERN,
  PROMPT_VALUE_LIMIT,
} from "@contracts/prompt-setting.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { addPrompt } from "#commands/prompt-settings.ts";
import shared from "#features/administration/administration.module.css";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { NewPromptDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepNewPromptDraft } from "#mirror/person/lists/prompt-drafts.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { showError } from "#ui/toast.ts";
import type { GoldenGate } from "../golden-check/use-golden-gate.tsx";
import classes from "./ai-settings-panel.module.css";
import { TranscriptionHint } from "./prompt-card.tsx";
import { buildTrials, takesTranscription } from "./prompt-list.ts";
import { useWarningBeforeLeaving } from "./use-warning-before-leaving.ts";

const NOTHING = { prompt_key: "", prompt_value: "", description: "" };

/** Adds a prompt to a company. The typed text is kept on the device until the prompt is added. */
export function NewPromptForm(props: {
  companyId: string;
  /** The text that was typed earlier. */
  kept: NewPromptDraft | null;
  /** The keys of the company's own prompts. */
  ownKeys: readonly string[];
  gate: GoldenGate;
  readOnly: boolean;
}) {
  const { companyId, ownKeys, gate, readOnly } = props;
  const command = useCommand();
  const db = useMirror();
  const [draft, setDraft] = useState({ ...NOTHING, ...props.kept });
  const [problem, setProblem] = useState<NewPromptProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);
  const valueField = useRef<HTMLTextAreaElement>(null);
  const key = draft.prompt_key.trim();
  const isBegun = `${draft.prompt_key}${draft.prompt_value}${draft.description}` !== "";
  useWarningBeforeLeaving(isBegun);

  function change(part: Partial<typeof NOTHING>): void {
    const next = { ...draft, ...part };
    setDraft(next);
    setProblem(null);
    keepNewPromptDraft(db, { ...next, company_id: companyId }).catch((error) => {
      if (!isOutOfSpace(error)) throw error;
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy || readOnly || command === null) return;
    const wrong = checkNewPrompt(draft, ownKeys);
    setProblem(wrong);
    if (wrong !== null) {
      (wrong.key === undefined ? valueField : keyField).current?.focus();
      showError(wrong.title, wrong.message);
      return;
    }
    void gate({
      trials: buildTrials([[key, draft.prompt_value]]),
      title: "Add prompt",
      anyway: "Add anyway",
      make: () => void add(command),
    });
  }

  async function add(command: AdministrationCommand): Promise<void> {
    setBusy(true);
    const description = draft.description.trim();
    const sent = addPrompt(command, {
      company_id: companyId,
      prompt_key: key,
      prompt_value: draft.prompt_value,
      description: description === "" ? null : description,
    });
    if (await showResult(sent, "Error adding prompt", "Prompt added", key)) {
      await keepNewPromptDraft(db, { ...NOTHING, company_id: companyId });
      setDraft(NOTHING);
    }
    setBusy(false);
  }

  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        ref={keyField}
        label="Prompt key"
        description="In snake_case, for example label_agent_tone"
        required
        withAsterisk={false}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly || busy}
        value={draft.prompt_key}
        error={problem?.key}
        onChange={({ currentTarget: { value } }) => change({ prompt_key: value })}
      />
      <Textarea
        ref={valueField}
        label="Prompt value"
        description={takesTranscription(key) && <TranscriptionHint />}
        required
        withAsterisk={false}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={PROMPT_VALUE_LIMIT}
        readOnly={readOnly || busy}
        value={draft.prompt_value}
        error={problem?.value}
        onChange={({ currentTarget: { value } }) => change({ prompt_value: value })}
      />
      <TextInput
        label="Description (optional)"
        maxLength={PROMPT_DESCRIPTION_LIMIT}
        readOnly={readOnly || busy}
        value={draft.description}
        onChange={({ currentTarget: { value } }) => change({ description: value })}
      />
      <div className={classes.submit}>
        {/* Not `disabled` while busy: the button would lose the focus. */}
        <Button
          type="submit"
          variant="default"
          disabled={readOnly}
          aria-disabled={busy || undefined}
        >
          {busy ? "Adding..." : "Add prompt"}
        </Button>
        {isBegun && !busy && (
          <span className={shared.waiting}>Not added yet, kept on this device</span>
        )}
      </div>
    </form>
  );
}

/** The problem of a new prompt: the text of the toast, and the messages of the fields. */
interface NewPromptProblem {
  title: string;
  message: string;
  key?: string;
  value?: string;
}

/**
 * Checks a new prompt before it is sent; null if it is valid.
 * @param ownKeys the keys of the company's own prompts
 */
export function checkNewPrompt(
  { prompt_key, prompt_value }: Pick<NewPromptDraft, "prompt_key" | "prompt_value">,
  ownKeys: readonly string[],
): NewPromptProblem | null {
  const key = prompt_key.trim();
  const noValue = prompt_value.trim() === "";
  if (key === "" || noValue) {
    return {
      title: "Missing fields",
      message: "Please fill in prompt key and value",
      ...(key === "" && { key: "Please fill in the prompt key" }),
      ...(noValue && { value: "Please fill in the prompt value" }),
    };
  }
  const isWellFormed = PROMPT_KEY_PATTERN.test(key);
  if (isWellFormed && !ownKeys.includes(key)) return null;
  const message = isWellFormed
    ? "This company already has a prompt with this key."
    : "Use lower-case letters, digits and underscores (snake_case), beginning with a letter, at most 100.";
  return { title: "Error adding prompt", message, key: message };
}
