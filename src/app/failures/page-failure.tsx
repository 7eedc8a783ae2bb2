import { Button } from "@mantine/core";
import { useShown } from "#ui/when-idle.ts";
import classes from "./page-failure.module.css";

/** Shown instead of a page that failed. The person's work is safe in the mirror. */
export function PageFailure() {
  useShown();
  return (
    <div role="alert" className={classes.failure}>
      <h1 className={classes.title}>This page could not be opened</h1>
      <p>What you recorded is safe on this device.</p>
      <Button onClick={() => window.location.reload()}>Open it again</Button>
    </div>
  );
}
