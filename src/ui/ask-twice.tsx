import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./ask-twice.module.css";

/**
 * A button for what cannot be undone: it asks once more, in its own place. The focus goes where the
 * question goes. For what is lost of one entry that the person has before them, also within a dialog,
 * which a second dialog would cover; what takes more than a sentence to tell is for `ConfirmDialog`.
 */
export function AskTwice(props: {
  /** What the button says; the one that does it says it with "for good". */
  label: string;
  icon?: ReactNode;
  question: string;
  /** What the button says that changes nothing. */
  keep?: string;
  disabled?: boolean;
  /** Puts the button among others, in whose place the question comes as well. */
  among?: (button: ReactNode) => ReactNode;
  onConfirm: () => void;
}) {
  const { label, keep = "Keep", among = (button) => button } = props;
  const [step, setStep] = useState<"unasked" | "asked" | "kept">("unasked");
  if (step !== "asked") {
    return among(
      <Button
        variant="default"
        leftSection={props.icon}
        autoFocus={step === "kept"}
        disabled={props.disabled === true}
        onClick={() => setStep("asked")}
      >
        {label}
      </Button>,
    );
  }
  return (
    <fieldset className={classes.question}>
      <legend className={classes.text}>{props.question}</legend>
      <Button variant="default" autoFocus onClick={() => setStep("kept")}>
        {keep}
      </Button>
      <Button color="danger" onClick={props.onConfirm}>
        {label} for good
      </Button>
    </fieldset>
  );
}
