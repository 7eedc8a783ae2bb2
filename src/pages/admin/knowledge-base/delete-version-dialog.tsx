import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Stack, Text } from "@mantine/core";
import { useId, useState } from "react";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { formatMoment } from "#ui/format.ts";
import classes from "./delete-version-dialog.module.css";

/** What happens to the earlier versions when the newest one is deleted. */
export type AfterDeletion = "retire" | "restore" | "delete-all";

/** Asks before the newest version of a document is deleted, and what becomes of the earlier ones. */
export function DeleteVersionDialog(props: {
  file: KnowledgeFile;
  /** The version before it. */
  previous: KnowledgeFile;
  /** How many versions there are in all. */
  count: number;
  onCancel: () => void;
  onDelete: (after: AfterDeletion) => void;
}) {
  const { file, previous, count } = props;
  const [after, setAfter] = useState<AfterDeletion>("retire");
  const name = useId();
  const choices: readonly { value: AfterDeletion; label: string; effect: string }[] = [
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
  ];
  return (
    <AdminConfirmDialog
      company={{ id: file.company_id }}
      title="Delete document?"
      confirm="Delete"
      onCancel={props.onCancel}
      onConfirm={() => props.onDelete(after)}
    >
      <Stack>
        <Text>
          “{file.file_name}” is the newest of {count} versions. It will be deleted, and no answer
          will come from it any more. This action cannot be undone.
        </Text>
        <fieldset className={classes.choices}>
          <legend className={classes.legend}>And the earlier versions?</legend>
          {choices.map(({ value, label, effect }) => (
            <label key={value} className={classes.choice}>
              <input
                type="radio"
                name={name}
                className={classes.radio}
                checked={after === value}
                aria-label={label}
                aria-describedby={`${name}-${value}`}
                onChange={() => setAfter(value)}
              />
              <span>
                {label}
                <span id={`${name}-${value}`} className={classes.effect}>
                  {effect}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </Stack>
    </AdminConfirmDialog>
  );
}
