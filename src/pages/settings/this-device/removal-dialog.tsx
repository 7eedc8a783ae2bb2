import { Text } from "@mantine/core";
import { useState } from "react";
import type { LocalDataSummary } from "#mirror/person/local-data-summary.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import classes from "../settings-page.module.css";
import { localOnlyNames, unsentNames } from "./local-data-texts.ts";

/** Asks before a person's data are removed; asks twice if unsent work would be lost. */
export function RemovalDialog(props: {
  kept: LocalDataSummary;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { kept, onCancel, onConfirm } = props;
  const [warned, setWarned] = useState(false);
  const unsent = unsentNames(kept);
  const onlyHere = localOnlyNames(kept);
  if (warned) {
    return (
      <ConfirmDialog
        key="unsent"
        title={describeLoss(onlyHere.length, unsent.length === onlyHere.length)}
        confirm={unsent.length > 0 ? "Delete unsent work" : "Delete recordings"}
        onCancel={onCancel}
        onConfirm={onConfirm}
      >
        <Text>These are nowhere else. This cannot be undone.</Text>
        <ul className={classes.names} aria-label={unsent.length > 0 ? "Unsent work" : "Recordings"}>
          {onlyHere.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="Remove my data from this device?"
      confirm={onlyHere.length > 0 ? "Continue" : "Remove"}
      onCancel={onCancel}
      onConfirm={onlyHere.length > 0 ? () => setWarned(true) : onConfirm}
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
      {kept.empty.length > 0 && (
        <Text mt="xs">
          {kept.empty.length === 1 ? "1 recording" : `${kept.empty.length} recordings`} in which no
          speech was recognised would be lost: nobody else has{" "}
          {kept.empty.length === 1 ? "it" : "them"}.
        </Text>
      )}
      <Text mt="xs">This cannot be undone.</Text>
    </ConfirmDialog>
  );
}

function describeLoss(count: number, unsent: boolean): string {
  const items = unsent ? "unsent item" : "item";
  return count === 1 ? `Lose 1 ${items}?` : `Lose ${count} ${items}s?`;
}
