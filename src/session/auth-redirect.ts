import type { Departure } from "../backend/auth/sign-in-ways.ts";
import { LINK_REDIRECT, PENDING_REDIRECT } from "./auth-callback.ts";

/** Goes to an external provider's sign-in page. */
export function redirectToSignIn({ address, verifier }: Departure): void {
  sessionStorage.setItem(PENDING_REDIRECT, verifier);
  location.assign(address);
}

/** Goes to an external provider's sign-in page to link it to the signed-in person's account. */
export function redirectToLink(address: string): void {
  sessionStorage.setItem(PENDING_REDIRECT, LINK_REDIRECT);
  location.assign(address);
}
