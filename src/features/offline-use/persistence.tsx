import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import {
  MAY_BE_CLEARED,
  persistenceAdvice,
  STAYS_STORED,
  thisBrowser,
} from "#ui/persistence-advice.ts";
import classes from "./offline-use.module.css";

/**
 * Shows whether the browser has agreed to keep the stored data, and what the person can do if it has
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
        <p>{STAYS_STORED}</p>
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

/**
 * Whether the browser has agreed not to clear this app's storage when the device runs low.
 * `unknown`: the browser has not answered yet, or cannot answer.
 */
type PersistenceAnswer = "unknown" | "agreed" | "not-agreed";

/** The browser's answer when this is mounted; the first capture has already asked it to agree. */
function usePersistence(): PersistenceAnswer {
  const [persistence, setPersistence] = useState<PersistenceAnswer>("unknown");
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      const persisted = await navigator.storage?.persisted?.();
      if (left || persisted === undefined) return;
      setPersistence(persisted ? "agreed" : "not-agreed");
    }
    // Browsers that block storage throw: the state stays unknown.
    look().catch(() => undefined);
    return () => {
      left = true;
    };
  }, []);
  return persistence;
}
