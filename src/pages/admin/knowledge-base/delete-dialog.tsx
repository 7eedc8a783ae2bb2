import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Text } from "@mantine/core";
import { useMemo } from "react";
import { type GoldenTrial, selectWorse } from "#commands/golden-run.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { useCommand } from "#features/administration/use-command.ts";
import { GoldenResults } from "../golden-check/golden-results.tsx";
import { type GoldenCheck, useGoldenCheck } from "../golden-check/use-golden-check.ts";
import { useGoldenSet } from "../golden-check/use-golden-set.ts";

/** Asks before a file is deleted, and shows which golden questions get worse without it. */
export function DeleteDialog(props: {
  file: KnowledgeFile;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const { file } = props;
  const command = useCommand();
  const set = useGoldenSet(command, file.company_id);
  const trials = useMemo((): GoldenTrial[] => {
    const change = { kind: "without_file" as const, file_id: file.id };
    return [
      { agent: "label", change },
      { agent: "ask", change },
    ];
  }, [file.id]);
  const questions = set?.kind === "done" ? set.questions : null;
  const check = useGoldenCheck(command, file.company_id, questions, trials);
  return (
    <AdminConfirmDialog
      company={{ id: file.company_id }}
      title="Delete document?"
      confirm={set === null ? "Delete unchecked" : confirmWords(set.kind === "failed", check)}
      onCancel={props.onCancel}
      onConfirm={props.onDelete}
    >
      <Text>
        “{file.file_name}” will be deleted, and no answer will come from it any more. This action
        cannot be undone.
      </Text>
      {set?.kind === "failed" && (
        <Text mt="sm" role="alert">
          The golden questions could not be checked: {set.message}
        </Text>
      )}
      {check !== null && <GoldenResults check={check} />}
    </AdminConfirmDialog>
  );
}

/** The label of the button: it names what gets worse, or is not known yet. */
function confirmWords(isFailed: boolean, check: GoldenCheck | null): string {
  if (isFailed) return "Delete unchecked";
  if (check === null) return "Delete";
  const { comparisons, failure } = check.report;
  if (selectWorse(comparisons).length > 0) return "Delete anyway";
  return check.isDone && failure === null ? "Delete" : "Delete unchecked";
}
