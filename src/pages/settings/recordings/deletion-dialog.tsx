import { Text } from "@mantine/core";
import type { AudioTotals } from "#mirror/person/recordings/kept-audio.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { recordingsCount } from "./recordings-words.ts";

/** Asks before kept recordings are deleted. It never deletes recordings that wait to be sent. */
export function DeletionDialog(props: {
  which: keyof AudioTotals;
  count: number;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { which, count, onCancel, onConfirm } = props;
  return (
    <ConfirmDialog
      title={`Delete ${recordingsCount(count)}?`}
      confirm="Delete"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Text>
        {which === "empty"
          ? "No speech was recognised in them, and they are nowhere else. This cannot be undone."
          : "Their transcriptions stay in your history. Recordings in which no speech was recognised stay, and so does what waits to be sent. This cannot be undone."}
      </Text>
    </ConfirmDialog>
  );
}
