import { LINK_REDIRECT, PENDING_REDIRECT } from "./auth-callback.ts";

/** Goes to another sign-in. */
export function redirectToSignIn(address: string): void {
  sessionStorage.setItem(PENDING_REDIRECT, "sign-in");
  location.assign(address);
}

/** Goes to another sign-in to add it to the account of who is signed in here. */
export function redirectToLink(address: string): void {
  sessionStorage.setItem(PENDING_REDIRECT, LINK_REDIRECT);
  location.assign(address);
}
