import type { Kysely } from "kysely";
import { assuranceOf, type Method } from "./assurance.ts";
import type { Caller } from "./auth-caller.ts";
import { AuthFailure } from "./auth-failure.ts";

/** How long a proof of identity counts as fresh, in milliseconds. */
const PROOF_LIFE = 10 * 60_000;

/** Whether somebody proved their identity in this way a moment ago. `now` in milliseconds. */
export function isFresh({ timestamp }: Method, now: number): boolean {
  return timestamp * 1000 > now - PROOF_LIFE;
}

/**
 * Lets only somebody change the ways in to their account who signed in, or gave their second
 * factor, in this session within `PROOF_LIFE`: a session that was left open, or stolen later, is
 * not enough. With a second factor, the session must have given it.
 * @throws AuthFailure 403 without the second factor, 400 without a fresh proof
 */
export async function checkFreshProof(
  database: Kysely<unknown>,
  caller: Caller,
  now: number,
): Promise<void> {
  const hasFactor = caller.factors.some(({ status }) => status === "verified");
  if (hasFactor && caller.aal !== "aal2") {
    throw new AuthFailure(403, "insufficient_aal", "AAL2 required to change the ways to sign in");
  }
  const { amr } = await assuranceOf(database, caller.sessionId);
  if (amr.some((method) => isFresh(method, now))) return;
  throw new AuthFailure(
    400,
    "reauthentication_needed",
    "Sign in again first: this sign-in is too long ago to change the ways to sign in.",
  );
}
