import { Text } from "@mantine/core";
import { useState } from "react";
import type { Kept } from "../../../mirror/kept.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import classes from "../settings-page.module.css";
import { unsentWords } from "./kept-words.ts";

/** Asks before a person's data is removed; a second time where unsent work would be lost. */
export function RemovalDialog(props: { kept: Kept; onCancel: () => void; onConfirm: () => void }) {
  const { kept, onCancel, onConfirm } = props;
  const [warned, setWarned] = useState(false);
  const unsent = unsentWords(kept);
  if (warned) {
    return (
      <ConfirmDialog
        key="unsent"
        title={unsent.length === 1 ? "Lose 1 unsent item?" : `Lose ${unsent.length} unsent items?`}
        confirm="Delete unsent work"
        onCancel={onCancel}
        onConfirm={onConfirm}
      >
        <Text>These are nowhere else. This cannot be undone.</Text>
        <ul className={classes.names} aria-label="Unsent work">
          {unsent.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Remove my data from this device?"
      confirm={unsent.length > 0 ? "Continue" : "Remove"}
      onCancel={onCancel}
      onConfirm={unsent.length > 0 ? () => setWarned(true) : onConfirm}
    >
      <Text>
        Everything of yours that this device keeps is deleted, and you are signed out here. What the
        server has stays there.
      </Text>
      {unsent.length > 0 && (
        <Text mt="xs">
          {unsent.length === 1 ? "1 thing was" : `${unsent.length} things were`} never sent and
          would be lost.
        </Text>
      )}
      <Text mt="xs">This cannot be undone.</Text>
    </ConfirmDialog>
  );
}
