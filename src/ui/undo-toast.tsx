import { Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { PlainButton } from "./plain-button.tsx";

/** A finished action that can be undone for a while. */
export interface Undoable {
  title: string;
  message: string;
  /** How long Undo is offered, in ms. */
  forMs: number;
  /** Called once, even if the button is tapped several times. */
  undo: () => void;
  /** Called when Undo is no longer offered. */
  closed: () => void;
}

/** Shows the action as a toast. @returns a function that closes it early */
export function openUndoToast({ title, message, forMs, undo, closed }: Undoable): () => void {
  const id = notifications.show({
    title,
    message: (
      <UndoMessage
        message={message}
        undo={() => {
          notifications.hide(id);
          undo();
        }}
      />
    ),
    role: "status",
    autoClose: forMs,
    // Shown before other toasts but failures: only a limited number is visible at once.
    priority: 1,
    onClose: closed,
  });
  return () => {
    notifications.hide(id);
  };
}

function UndoMessage(props: { message: string; undo: () => void }) {
  // A closing toast stays visible for a moment: ignore further taps.
  const [used, setUsed] = useState(false);
  return (
    <Group component="span" gap="0.5rem 1rem" justify="space-between">
      <Text span inherit flex="1 1 10rem">
        {props.message}
      </Text>
      <PlainButton
        icon={Undo2}
        // Large text leaves little room beside the cross.
        style={{ fontSize: "min(1rem, 6vw)", paddingInline: "min(1.125rem, 3vw)" }}
        disabled={used}
        onClick={() => {
          setUsed(true);
          props.undo();
        }}
      >
        Undo
      </PlainButton>
    </Group>
  );
}
