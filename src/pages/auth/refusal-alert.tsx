import { Alert } from "@mantine/core";

/** Why somebody is not let in, as one sentence. */
export function RefusalAlert(props: { children: string }) {
  return (
    <Alert color="red" role="alert" title="You are not signed in">
      {props.children}
    </Alert>
  );
}
