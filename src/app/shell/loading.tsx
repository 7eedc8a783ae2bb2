import classes from "./loading.module.css";

/** Until it is known who is signed in, and what to show them is loaded. */
export function Loading() {
  return (
    <main className={classes.loading}>
      <p role="status">Loading</p>
    </main>
  );
}
