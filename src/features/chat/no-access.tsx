import classes from "./no-access.module.css";

/** Shown instead of an agent that the person may not use. */
export function NoAccess(props: { name: string }) {
  return (
    <p className={classes.card}>
      You don't have access to the {props.name}. Ask your administrator.
    </p>
  );
}
