import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import classes from "./undo-toast.module.css";

/** Something done that can be undone for a while. */
export interface Undoable {
  title: string;
  message: string;
  /** How long it is offered, in ms. */
  forMs: number;
  /** Called once, however often the button is tapped. */
  undo: () => void;
  /** Called when it is not offered any more. */
  closed: () => void;
}

/** Shows it as a toast. @returns closes it before its time */
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
    // Before what can wait: only so many toasts are shown at once.
    priority: 1,
    onClose: closed,
  });
  return () => {
    notifications.hide(id);
  };
}

function UndoMessage(props: { message: string; undo: () => void }) {
  // A toast takes a moment to leave.
  const [used, setUsed] = useState(false);
  return (
    <span className={classes.body}>
      <span className={classes.message}>{props.message}</span>
      <Button
        variant="default"
        leftSection={<Undo2 size={18} aria-hidden />}
        disabled={used}
        onClick={() => {
          setUsed(true);
          props.undo();
        }}
      >
        Undo
      </Button>
    </span>
  );
}
