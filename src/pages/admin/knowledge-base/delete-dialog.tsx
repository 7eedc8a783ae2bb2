import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Text } from "@mantine/core";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

/** Asks before a file is deleted. */
export function DeleteDialog(props: {
  file: KnowledgeFile;
  onCancel: () => void;
  onDelete: () => void;
}) {
  return (
    <ConfirmDialog
      title="Delete document?"
      confirm="Delete"
      onCancel={props.onCancel}
      onConfirm={props.onDelete}
    >
      <Text>
        “{props.file.file_name}” and everything that answers found in it will be removed. This
        action cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
