import { type ReactNode, useId } from "react";
import classes from "./administration.module.css";

/** One of several choices, and what follows from it. */
interface Choice<Value extends string> {
  value: Value;
  label: string;
  effect: string;
  disabled?: boolean;
}

/** Chooses one of several ways to go on. */
export function Choices<Value extends string>(props: {
  legend: ReactNode;
  /** The name of the fields. */
  name: string;
  choices: readonly Choice<Value>[];
  /** Null until one is chosen. */
  chosen: Value | null;
  onChoose: (value: Value) => void;
  /** For choices that their labels alone do not tell apart: the effect is part of the name. */
  named?: "with effect";
  /** The choice is missing. */
  error?: string | undefined;
}) {
  const { name, chosen, error } = props;
  const id = useId();
  const isNamedWhole = props.named !== undefined;
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend} data-urgent={isNamedWhole || undefined}>
        {props.legend}
      </legend>
      {props.choices.map(({ value, label, effect, disabled }) => (
        <label key={value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            className={classes.box}
            checked={chosen === value}
            disabled={disabled}
            aria-labelledby={isNamedWhole ? undefined : `${id}-${value}`}
            aria-describedby={isNamedWhole ? error && `${id}-error` : `${id}-${value}-effect`}
            onChange={() => props.onChoose(value)}
          />
          <span id={`${id}-${value}`} className={classes.choiceName}>
            {label}
          </span>{" "}
          <span id={`${id}-${value}-effect`} className={classes.effect}>
            {effect}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

export function Check(props: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        className={classes.box}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
