import { AGENTS } from "@contracts/agent.ts";
import {
  EXPECTED_TEXT_LIMIT,
  type Expected,
  type GoldenEntry,
} from "@contracts/golden-question.ts";
import { QUESTION_LIMIT, type QuestionAgent } from "@contracts/question.ts";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import shared from "#features/administration/administration.module.css";
import { useReadOnly } from "#features/administration/use-command.ts";
import type { CurrentVersions } from "../knowledge-base/documents.ts";
import classes from "./golden-set.module.css";

const QUESTION_AGENTS: readonly QuestionAgent[] = ["ask", "label"];

export const EXPECTED_NAMES: Readonly<Record<Expected, string>> = {
  passage: "A passage has these words",
  words: "The answer has these words",
  refusal: "Must be refused",
};

const NEW_ENTRY: GoldenEntry = {
  agent: "ask",
  question: "",
  expected: "passage",
  expected_text: null,
  file_id: null,
};

/** Adds or changes a golden question. */
export function GoldenForm(props: {
  /** A new one by default. */
  entry?: GoldenEntry;
  documents: CurrentVersions;
  label: string;
  /** @returns whether it was saved */
  onSave: (entry: GoldenEntry) => Promise<boolean>;
  /** For a form that is opened: called when it is cancelled, and when its entry is saved. */
  onClose?: () => void;
}) {
  const { entry: first = NEW_ENTRY, documents, label, onClose } = props;
  const readOnly = useReadOnly();
  const [entry, setEntry] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<GoldenEntry>) => {
    setEntry((before) => ({ ...before, ...change }));
    setProblem(null);
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || readOnly) return;
    const stated = statedEntry(entry);
    const wrong = findProblem(stated);
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    const isSaved = await props.onSave(stated);
    setBusy(false);
    if (!isSaved) return;
    setEntry(first);
    onClose?.();
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <Textarea
        label="Question"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={QUESTION_LIMIT}
        readOnly={readOnly || busy}
        value={entry.question}
        onChange={({ currentTarget: { value } }) => set({ question: value })}
      />
      <div className={classes.fields}>
        <NativeSelect
          label="Agent"
          disabled={readOnly}
          value={entry.agent}
          onChange={({ currentTarget: { value } }) => set({ agent: value as QuestionAgent })}
          data={QUESTION_AGENTS.map((agent) => ({ value: agent, label: AGENTS[agent].name }))}
        />
        <NativeSelect
          label="Expected"
          disabled={readOnly}
          value={entry.expected}
          onChange={({ currentTarget: { value } }) => set({ expected: value as Expected })}
          data={Object.entries(EXPECTED_NAMES).map(([value, name]) => ({ value, label: name }))}
        />
        {entry.expected === "passage" && (
          <NativeSelect
            label="Document"
            disabled={readOnly}
            value={documents.get(entry.file_id ?? "")?.id ?? ""}
            onChange={({ currentTarget: { value } }) => set({ file_id: value || null })}
            data={[
              { value: "", label: "Any document" },
              ...[...new Set(documents.values())].map(({ id, file_name }) => ({
                value: id,
                label: file_name,
              })),
            ]}
          />
        )}
      </div>
      {entry.expected !== "refusal" && (
        <TextInput
          label="Words"
          description={
            entry.expected === "passage"
              ? "Words of the passage, as the document has them"
              : "Words that the answer must have, for example 1.5 bar"
          }
          maxLength={EXPECTED_TEXT_LIMIT}
          autoComplete="off"
          readOnly={readOnly || busy}
          value={entry.expected_text ?? ""}
          onChange={({ currentTarget: { value } }) => set({ expected_text: value })}
        />
      )}
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <div className={shared.actions}>
        <Button type="submit" disabled={readOnly} aria-disabled={busy || undefined}>
          {busy ? "Saving..." : label}
        </Button>
        {onClose !== undefined && (
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** The entry without what does not belong to its expectation. */
function statedEntry(entry: GoldenEntry): GoldenEntry {
  const { agent, expected } = entry;
  const words = (entry.expected_text ?? "").replace(/\s+/g, " ").trim();
  return {
    agent,
    question: entry.question.trim(),
    expected,
    expected_text: expected === "refusal" ? null : words,
    file_id: expected === "passage" ? entry.file_id : null,
  };
}

function findProblem({ question, expected_text }: GoldenEntry): string | null {
  if (question === "") return "Enter a question.";
  return expected_text === "" ? "Enter the words that are expected." : null;
}
