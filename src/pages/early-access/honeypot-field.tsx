import classes from "./early-access-page.module.css";

const NAME = "website";

/**
 * A trap for bots: people cannot see or reach this field, screen readers ignore it, and password
 * managers do not fill it in. So only a bot that fills in every field fills it in.
 */
export function HoneypotField() {
  return (
    <div className={classes.trap} aria-hidden>
      <label>
        Website
        <input
          name={NAME}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

/** Whether the trap field among these form inputs was filled in. */
export function isCaught(inputs: HTMLFormControlsCollection): boolean {
  const trap = inputs.namedItem(NAME);
  return trap instanceof HTMLInputElement && trap.value !== "";
}
