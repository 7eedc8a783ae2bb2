import { CircleAlert, CircleCheck } from "lucide-react";
import { usePersistence } from "#outbox/use-persistence.ts";
import { KEPT, MAY_BE_CLEARED, persistenceAdvice, thisBrowser } from "#ui/persistence-words.ts";
import classes from "./offline-use.module.css";

/**
 * Whether the browser keeps what is stored here, and what can be done where it has not agreed to.
 * @param props.onlyTrouble says nothing where all is well
 */
export function Persistence(props: { onlyTrouble?: boolean }) {
  const persistence = usePersistence();
  if (persistence === "unknown") return null;
  if (persistence === "agreed") {
    if (props.onlyTrouble === true) return null;
    return (
      <div className={classes.line} data-tone="ready">
        <CircleCheck size={20} aria-hidden className={classes.icon} />
        <p>{KEPT}</p>
      </div>
    );
  }
  return (
    <div className={classes.line} data-tone="not-ready">
      <CircleAlert size={20} aria-hidden className={classes.icon} />
      <p>
        {MAY_BE_CLEARED} {persistenceAdvice(thisBrowser())}
      </p>
    </div>
  );
}
