import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { discardItem } from "../../mirror/outbox.ts";
import classes from "./queue-entry.module.css";

/** Discards an item, after asking once more. */
export function DiscardButton(props: { id: string }) {
  const db = useMirror();
  const [asking, setAsking] = useState(false);
  if (!asking) {
    return (
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Discard
      </Button>
    );
  }
  return (
    <fieldset className={classes.question}>
      <legend className={classes.questionText}>
        Discard this recording? It was not sent. This cannot be undone.
      </legend>
      <Button variant="default" autoFocus onClick={() => setAsking(false)}>
        Keep
      </Button>
      <Button color="danger" onClick={() => void discardItem(db, props.id)}>
        Discard for good
      </Button>
    </fieldset>
  );
}
