import { Button } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import classes from "./ask-twice.module.css";

/** A button for an action that cannot be undone: the question replaces it and takes the focus. */
export function AskTwice(props: {
  /** The label of the button; the confirming button has the same label followed by "for good". */
  label: string;
  icon?: LucideIcon;
  question: string;
  /** The label of the button that cancels. */
  keep?: string;
  disabled?: boolean;
  /** Renders the button among other buttons; the question replaces all of them. */
  among?: (button: ReactNode) => ReactNode;
  onConfirm: () => void;
}) {
  const { label, icon: Icon, keep = "Keep", among = (button) => button } = props;
  const [step, setStep] = useState<"unasked" | "asked" | "kept">("unasked");
  if (step !== "asked") {
    return among(
      <Button
        variant="default"
        leftSection={Icon && <Icon size={18} aria-hidden />}
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
