import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import classes from "./queue-entry.module.css";

/**
 * Discards something, after asking once more. The keyboard's focus goes where the question goes, and
 * to whatever `leaveFocus` focuses once it is gone.
 */
export function DiscardQuestion(props: {
  question: string;
  disabled?: boolean;
  leaveFocus: () => void;
  onDiscard: () => void;
}) {
  const [state, setState] = useState<"unasked" | "asked" | "answered">("unasked");
  if (state !== "asked") {
    return (
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        autoFocus={state === "answered"}
        disabled={props.disabled === true}
        onClick={() => setState("asked")}
      >
        Discard
      </Button>
    );
  }
  return (
    <fieldset className={classes.question}>
      <legend className={classes.questionText}>{props.question}</legend>
      <Button variant="default" autoFocus onClick={() => setState("answered")}>
        Keep
      </Button>
      <Button
        color="danger"
        onClick={() => {
          props.leaveFocus();
          props.onDiscard();
        }}
      >
        Discard for good
      </Button>
    </fieldset>
  );
}
