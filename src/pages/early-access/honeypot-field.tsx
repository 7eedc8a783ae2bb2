import classes from "./early-access-page.module.css";

const NAME = "website";

/**
 * A field for machines: people neither see it nor reach it, nor does a screen reader tell of it or a
 * password manager fill it in. What fills in whatever it finds gives itself away.
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

/** Whether something was filled into the trap among these inputs of a form. */
export function isCaught(inputs: HTMLFormControlsCollection): boolean {
  const trap = inputs.namedItem(NAME);
  return trap instanceof HTMLInputElement && trap.value !== "";
}
