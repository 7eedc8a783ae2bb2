import classes from "./toggle.module.css";

/**
 * A switch with its label; the whole row is the target. A styled checkbox, since Mantine's brings
 * its form inputs along, 6 kB that every signed-in page would load before it shows.
 */
export function Toggle(props: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={classes.row}>
      {props.label}
      <input
        type="checkbox"
        role="switch"
        className={classes.track}
        aria-checked={props.checked}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
