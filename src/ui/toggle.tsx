import classes from "./toggle.module.css";

/** A switch with its label. Mantine's own would add 6 kB to every signed-in page. */
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
