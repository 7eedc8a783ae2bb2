import { TRANSCRIPTION_PLACEHOLDER } from "@contracts/built-in-prompts.ts";
import { PROMPT_VALUE_LIMIT } from "@contracts/prompt-setting.ts";
import { Button, Textarea } from "@mantine/core";
import { RotateCcw, Trash2 } from "lucide-react";
import { useId } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { useMirror } from "#mirror/mirror-context.tsx";
import { forgetPromptDraft, keepPromptDraft } from "#mirror/person/lists/prompt-drafts.ts";
import { useKeptText } from "#ui/use-kept-text.ts";
import classes from "./prompt-card.module.css";
import { type Prompt, promptName, takesTranscription } from "./prompt-list.ts";

const count = new Intl.NumberFormat("en");

/** A prompt to edit: its key, whose text it has, and its actions. */
export function PromptCard(props: {
  prompt: Prompt;
  companyId: string;
  readOnly: boolean;
  /** Whether it is being saved or removed. */
  busy: boolean;
  /** Why it could not be saved; null if no problem is known. */
  problem: string | null;
  onRemove: () => void;
}) {
  const { prompt, companyId, readOnly, busy, problem } = props;
  const { key, own, builtIn, saved, edited } = prompt;
  const db = useMirror();
  const id = useId();
  const name = { company_id: companyId, prompt_key: key };
  const keep = (typed: string) =>
    keepPromptDraft(db, name, typed, { saved, own: own?.prompt_value ?? null });
  const advice = "Free some space, then type on.";
  const { text, type } = useKeptText(edited ?? saved, keep, advice);
  const forget = () => void forgetPromptDraft(db, name);
  const isUnsaved = edited !== null && !busy;
  const remove = builtIn === null ? "Delete" : "Reset to built-in text";
  const RemoveIcon = builtIn === null ? Trash2 : RotateCcw;
  const title = promptName(key);
  return (
    <li className={`${shared.card} ${classes.card}`} data-unsaved={isUnsaved || undefined}>
      <div className={shared.head} data-words>
        <h3 className={shared.name} id={`${id}-name`}>
          {title}
        </h3>
        <span className={classes.whose} data-own={own !== null || undefined}>
          {describeOwner(prompt)}
        </span>
      </div>
      <div id={`${id}-about`} className={`${shared.lines} ${shared.facts} ${classes.about}`}>
        {title !== key && <code className={classes.key}>{key}</code>}
        {own?.description && <p>{own.description}</p>}
        {takesTranscription(key) && <TranscriptionHint />}
      </div>
      <Textarea
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-about ${id}-count`}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={PROMPT_VALUE_LIMIT}
        spellCheck
        readOnly={readOnly || busy}
        value={text}
        error={problem}
        // By default the browser scrolls only the caret's line into view. Do not scroll while the
        // pointer is pressed on the field.
        onFocus={({ currentTarget: field }) => {
          if (!field.matches(":active")) field.scrollIntoView({ block: "nearest" });
        }}
        onChange={({ currentTarget: { value } }) => void type(value)}
      />
      <div className={shared.head} data-words>
        {isUnsaved && <span className={shared.waiting}>Unsaved changes</span>}
        <span id={`${id}-count`} className={shared.count}>
          {count.format(text.length)} / {count.format(PROMPT_VALUE_LIMIT)} characters
        </span>
      </div>
      {isUnsaved && prompt.isOvertaken && (
        <div role="note" aria-label="Changed meanwhile" className={shared.overtaken}>
          <p className={shared.notice}>{describeOvertaken(prompt)}</p>
          <p className={`${shared.theirs} ${classes.theirs}`}>{saved}</p>
          <Button variant="default" onClick={forget}>
            {own === null && builtIn === null ? "Discard mine" : "Use theirs"}
          </Button>
        </div>
      )}
      {(own !== null || isUnsaved) && (
        <div className={shared.actions}>
          {isUnsaved && !prompt.isOvertaken && (
            <Button variant="default" onClick={forget}>
              Discard changes
            </Button>
          )}
          {own !== null && (
            <ActionButton
              icon={RemoveIcon}
              disabled={readOnly}
              aria-disabled={busy || undefined}
              aria-label={`${remove}: ${title}`}
              onClick={() => {
                if (!busy) props.onRemove();
              }}
            >
              {remove}
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}

function describeOwner({ own, builtIn }: Prompt): string {
  if (own !== null) return "Company’s own";
  return builtIn === null ? "Deleted" : "Built-in text";
}

function describeOvertaken({ own, builtIn }: Prompt): string {
  if (own !== null) {
    return "Somebody else changed this prompt after you began. Saving yours replaces theirs:";
  }
  return builtIn === null
    ? "Somebody else deleted this prompt after you began. Saving yours adds it again."
    : "Somebody else reset this prompt after you began. Saving yours replaces the built-in text:";
}

/** Explains the placeholder that stands for the transcription in a prompt. */
export function TranscriptionHint() {
  return (
    <p>
      <code>{TRANSCRIPTION_PLACEHOLDER}</code> is a placeholder for the voice transcription. Without
      it, the transcription is added at the end.
    </p>
  );
}
