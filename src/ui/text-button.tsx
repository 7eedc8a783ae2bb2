import type { ReactNode } from "react";
import classes from "./text-button.module.css";

/** A button that looks like a link, for a choice at the end of a sentence. */
export function TextButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.button} onClick={props.onClick}>
      {props.children}
    </button>
  );
}
