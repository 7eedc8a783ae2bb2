import { AGENTS } from "@contracts/agent.ts";
import {
  EXPECTED_TEXT_LIMIT,
  type Expected,
  type GoldenEntry,
} from "@contracts/golden-question.ts";
import { QUESTION_LIMIT, type QuestionAgent } from "@contracts/question.ts";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { CurrentVersions } from "../knowledge-base/documents.ts";
import { EXPECTED_NAMES } from "./describe-expectation.ts";
import classes from "./golden-set.module.css";

const QUESTION_AGENTS: readonly QuestionAgent[] = ["ask", "label"];
const EXPECTATIONS: readonly Expected[] = ["passage", "words", "refusal"];

/** Adds or changes a golden question. */
export function GoldenForm(props: {
  entry: GoldenEntry;
  documents: CurrentVersions;
  readOnly: boolean;
  label: string;
  /** @returns whether it was saved */
  onSave: (entry: GoldenEntry) => Promise<boolean>;
  onCancel?: () => void;
}) {
  const { documents, readOnly, label, onSave, onCancel } = props;
  const [entry, setEntry] = useState(props.entry);
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
    if (await onSave(stated)) setEntry(props.entry);
    setBusy(false);
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
          data={EXPECTATIONS.map((expected) => ({
            value: expected,
            label: EXPECTED_NAMES[expected],
          }))}
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
      <div className={classes.actions}>
        <Button type="submit" disabled={readOnly} aria-disabled={busy || undefined}>
          {busy ? "Saving..." : label}
        </Button>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
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
