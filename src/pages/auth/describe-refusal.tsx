import { Alert } from "@mantine/core";
import type { SignInRefusal } from "#session/sign-in.ts";
import { describePause } from "#ui/format.ts";

/** Shown if this device has never received the address of its backend. */
export const FIRST_CONNECTION = "Connect to the internet once to sign in on this device.";

/**
 * The message about a sign-in that failed.
 * @param knowsBackend whether this device has received the address of its backend
 */
export function describeRefusal(refusal: SignInRefusal, knowsBackend: boolean): string {
  switch (refusal.kind) {
    case "wrong-credentials":
      return "Email or password is wrong.";
    case "expired-password":
      return "This temporary password has expired. Ask your administrator for another one.";
    case "unreachable":
      return knowsBackend
        ? "The server can't be reached. Check your connection and try again."
        : FIRST_CONNECTION;
    case "wrong-code":
      return "That code is not right. Enter the one your app shows now.";
    case "unknown-factor":
      return "This account has a second factor that can't be used here. Ask your administrator.";
    case "failed-callback":
      return refusal.from === "link"
        ? "This link has expired or was used before. Ask for a new one."
        : "The other service did not sign you in. Try again, or use your password.";
    case "unasked-link":
      return "This link was not asked for in this browser. Ask for one here, and open it in this browser.";
    case "suspended":
      return "Your account is suspended. Ask your administrator.";
    case "paused":
      return describePause(refusal.seconds);
    case "refused":
      return refusal.message;
  }
}

/** One sentence about why the person could not be signed in. */
export function RefusalAlert(props: { children: string }) {
  return (
    <Alert color="red" role="alert" title="You are not signed in">
      {props.children}
    </Alert>
  );
}
