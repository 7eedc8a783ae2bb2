import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { discardItem } from "../../mirror/outbox.ts";
import classes from "./queue-entry.module.css";

/**
 * Discards an item, after asking once more. The keyboard's focus goes where the question goes, and
 * to whatever `leaveFocus` focuses once the item is gone.
 */
export function DiscardButton(props: { id: string; leaveFocus: () => void }) {
  const db = useMirror();
  const [question, setQuestion] = useState<"unasked" | "asked" | "answered">("unasked");

  async function discard(): Promise<void> {
    props.leaveFocus();
    await discardItem(db, props.id);
  }

  if (question !== "asked") {
    return (
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        autoFocus={question === "answered"}
        onClick={() => setQuestion("asked")}
      >
        Discard
      </Button>
    );
  }
  return (
    <fieldset className={classes.question}>
      <legend className={classes.questionText}>
        Discard this? It was not sent. This cannot be undone.
      </legend>
      <Button variant="default" autoFocus onClick={() => setQuestion("answered")}>
        Keep
      </Button>
      <Button color="danger" onClick={() => void discard()}>
        Discard for good
      </Button>
    </fieldset>
  );
}
