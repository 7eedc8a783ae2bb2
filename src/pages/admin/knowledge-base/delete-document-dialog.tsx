import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { failureMessage } from "#commands/command-result.ts";
import { type GoldenTrial, selectWorse } from "#commands/golden-run.ts";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { Choices } from "#features/administration/choices.tsx";
import { formatMoment } from "#ui/format.ts";
import { GoldenResults } from "../golden-check/golden-results.tsx";
import {
  type GoldenCheck,
  useGoldenCheck,
  useLoadedGoldenSet,
} from "../golden-check/use-golden-check.ts";
import { type KnowledgeDocument, versionCount } from "./documents.ts";
import type { FileActions } from "./use-file-actions.ts";

interface DeletionProps {
  file: KnowledgeFile;
  actions: FileActions;
  onCancel: () => void;
  /** The element that gets the focus once it is confirmed. */
  focus: () => HTMLElement | null;
}

/** Asks before a version is deleted; of the newest of several, also what becomes of the others. */
export function DeleteDocumentDialog(
  props: DeletionProps & { documents: readonly KnowledgeDocument[] },
) {
  const { documents, ...deletion } = props;
  const document = documents.find(({ current }) => current.id === props.file.id);
  const previous = document?.earlier[0];
  if (document === undefined || previous === undefined || document.incoming !== null) {
    return <DeleteDialog {...deletion} />;
  }
  return <DeleteVersionDialog {...{ ...deletion, document, previous }} />;
}

/** Asks before a file is deleted, and shows which golden questions get worse without it. */
function DeleteDialog({ file, actions, ...dialog }: DeletionProps) {
  const set = useLoadedGoldenSet(file.company_id);
  const trials = useMemo((): GoldenTrial[] => {
    const change = { kind: "without_file" as const, file_id: file.id };
    return [
      { agent: "label", change },
      { agent: "ask", change },
    ];
  }, [file.id]);
  const questions = set?.kind === "ok" ? set.value : null;
  const check = useGoldenCheck(file.company_id, questions, trials);
  return (
    <AdminConfirmDialog
      company={{ id: file.company_id }}
      title="Delete document?"
      confirm={questions === null ? "Delete unchecked" : confirmLabel(check)}
      {...dialog}
      onConfirm={() => actions.remove(file)}
    >
      <Text>
        “{file.file_name}” will be deleted, and no answer will come from it any more. This action
        cannot be undone.
      </Text>
      {set !== null && set.kind !== "ok" && (
        <Text mt="sm" role="alert">
          The golden questions could not be checked: {failureMessage(set)}
        </Text>
      )}
      {check !== null && <GoldenResults check={check} />}
    </AdminConfirmDialog>
  );
}

/** The label of the button: it names what gets worse, or is not known yet. */
function confirmLabel(check: GoldenCheck | null): string {
  if (check === null) return "Delete";
  const { comparisons, failure } = check.report;
  if (selectWorse(comparisons).length > 0) return "Delete anyway";
  return check.isDone && failure === null ? "Delete" : "Delete unchecked";
}

/** Asks before the newest version of a document is deleted, and what becomes of the earlier ones. */
function DeleteVersionDialog(
  props: DeletionProps & { document: KnowledgeDocument; previous: KnowledgeFile },
) {
  const { file, document, previous, actions, ...dialog } = props;
  const count = versionCount(document);
  const [after, setAfter] = useState<"retire" | "restore" | "delete-all">("retire");
  return (
    <AdminConfirmDialog
      company={{ id: file.company_id }}
      title="Delete document?"
      confirm="Delete"
      {...dialog}
      onConfirm={() => {
        if (after === "delete-all") actions.removeAll([...document.earlier].reverse(), file);
        else actions.removeNewest(file, { previous, restores: after === "restore" });
      }}
    >
      <Stack>
        <Text>
          “{file.file_name}” is the newest of {count} versions. It will be deleted, and no answer
          will come from it any more. This action cannot be undone.
        </Text>
        <Choices
          legend="And the earlier versions?"
          name="after-deletion"
          chosen={after}
          onChoose={setAfter}
          choices={[
            {
              value: "retire",
              label: "Keep them for old answers only",
              effect: "No version answers questions any more. Citations still open them.",
            },
            {
              value: "restore",
              label: "Have the one before answer again",
              effect: `“${previous.file_name}”, uploaded ${formatMoment(Date.parse(previous.created_at))}`,
            },
            {
              value: "delete-all",
              label: `Delete all ${count} versions`,
              effect: "Citations of this document can't be opened any more.",
            },
          ]}
        />
      </Stack>
    </AdminConfirmDialog>
  );
}
