import { Text } from "@mantine/core";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import type { Prompt } from "./prompt-list.ts";
import { promptName } from "./prompt-name.ts";

/** Asks before the company's own prompt is removed. */
export function RemoveDialog(props: {
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
