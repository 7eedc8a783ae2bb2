import { Alert } from "@mantine/core";

/** One sentence about why the person could not be signed in. */
export function RefusalAlert(props: { children: string }) {
  return (
    <Alert color="red" role="alert" title="You are not signed in">
      {props.children}
    </Alert>
  );
}
