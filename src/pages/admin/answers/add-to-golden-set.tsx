import type { AnswerToReview } from "@contracts/answer-review.ts";
import type { GoldenEntry } from "@contracts/golden-question.ts";
import { Button } from "@mantine/core";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { GoldenForm } from "../golden-set/golden-form.tsx";
import type { CurrentVersions } from "../knowledge-base/documents.ts";
import classes from "./answer-entry.module.css";

/** A button that opens a form, filled in from an answer, that adds its question to the golden set. */
export function AddToGoldenSet(props: {
  answer: AnswerToReview;
  documents: CurrentVersions;
  readOnly: boolean;
  onAdd: (entry: GoldenEntry) => Promise<boolean>;
}) {
  const { answer, documents, readOnly, onAdd } = props;
  const [opened, setOpened] = useState(false);
  const question = answer.question ?? "";
  if (question === "") return null;
  if (!opened) {
    return (
      <Button
        variant="default"
        className={classes.add ?? ""}
        leftSection={<ListPlus size={18} aria-hidden />}
        disabled={readOnly}
        aria-label={`Add to golden set: ${question}`}
        onClick={() => setOpened(true)}
      >
        Add to golden set
      </Button>
    );
  }
  const [file] = answer.file_ids.flatMap((id) => documents.get(id)?.id ?? []);
  const entry: GoldenEntry = {
    agent: answer.agent,
    question,
    expected: "passage",
    expected_text: null,
    file_id: file ?? null,
  };
  const add = async (stated: GoldenEntry) => {
    const isDone = await onAdd(stated);
    if (isDone) setOpened(false);
    return isDone;
  };
  return (
    <GoldenForm
      entry={entry}
      documents={documents}
      readOnly={readOnly}
      label="Add to golden set"
      onSave={add}
      onCancel={() => setOpened(false)}
    />
  );
}
