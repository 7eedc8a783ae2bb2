import { FileText, SendHorizontal } from "lucide-react";
import classes from "./mock-screens.module.css";

/** The Label Agent with a question answered from the company's manuals. */
export function MockLabel() {
  return (
    <div className={classes.chat}>
      <p className={classes.asked}>What do I check before I open the outdoor unit?</p>
      <div className={classes.answered}>
        <p>
          Switch off and lock the isolator, then wait for the capacitors to discharge. Prove dead at
          the terminals before you touch them.
        </p>
        <p className={classes.source}>
          <FileText size={16} aria-hidden />
          Installation guide
        </p>
      </div>
      <p className={classes.asked}>And which gloves?</p>
      <p className={classes.box}>
        <span>Ask about a product...</span>
        <SendHorizontal size={20} aria-hidden />
      </p>
    </div>
  );
}
