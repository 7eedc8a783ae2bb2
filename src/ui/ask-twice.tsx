import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./ask-twice.module.css";

/** A button for what cannot be undone: it asks once more. The focus goes where the question goes. */
export function AskTwice(props: {
  label: string;
  icon: ReactNode;
  question: string;
  confirm: string;
  onConfirm: () => void;
}) {
  const [step, setStep] = useState<"unasked" | "asked" | "kept">("unasked");
  if (step !== "asked") {
    return (
      <Button
        variant="default"
        leftSection={props.icon}
        autoFocus={step === "kept"}
        onClick={() => setStep("asked")}
      >
        {props.label}
      </Button>
    );
  }
  return (
    <fieldset className={classes.question}>
      <legend className={classes.text}>{props.question}</legend>
      <Button variant="default" autoFocus onClick={() => setStep("kept")}>
        Keep
      </Button>
      <Button color="danger" onClick={props.onConfirm}>
        {props.confirm}
      </Button>
    </fieldset>
  );
}
