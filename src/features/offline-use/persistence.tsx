import { CircleAlert, CircleCheck } from "lucide-react";
import { usePersistence } from "#outbox/use-persistence.ts";
import { KEPT, MAY_BE_CLEARED, persistenceAdvice, thisBrowser } from "#ui/persistence-words.ts";
import classes from "./offline-use.module.css";

/**
 * Says whether the browser has agreed to keep the stored data, and what the person can do if it has
 * not.
 * @param props.onlyTrouble shows nothing if the browser has agreed
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
