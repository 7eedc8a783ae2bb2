import { AWAY, LINK } from "./auth-callback.ts";

/** Goes to another sign-in. */
export function leaveFor(address: string): void {
  sessionStorage.setItem(AWAY, "sign-in");
  location.assign(address);
}

/** Goes to another sign-in to add it to the account of who is signed in here. */
export function leaveToLink(address: string): void {
  sessionStorage.setItem(AWAY, LINK);
  location.assign(address);
}
