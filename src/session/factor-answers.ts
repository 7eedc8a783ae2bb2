import type { KeyRefusal } from "../backend/auth/pending-sign-in.ts";
import type { Factor } from "../backend/auth/second-factor.ts";
import { answerFactor, currentPendingSignIn, type SignInRefusal } from "./sign-in.ts";

export type { Factor };

/** Why a second factor was refused. */
export type FactorRefusal = SignInRefusal | KeyRefusal;

/** Whether the failure concerns the security key or its use, not the account. */
export function isKeyRefusal(refusal: FactorRefusal): refusal is KeyRefusal {
  const { kind } = refusal;
  return kind === "cancelled" || kind === "known-key" || kind === "wrong-key";
}

/**
 * Has a code sent to the phone of the person who is signing in.
 * @returns when another one can be sent (epoch ms); null: nobody is signing in any more
 */
export async function sendCode(factorId: string): Promise<number | SignInRefusal | null> {
  return (await currentPendingSignIn()?.sendCode(factorId)) ?? null;
}

/**
 * Verifies the code that an app shows or that was sent to a phone. @returns null when it was
 * correct
 */
export function enterCode(factor: Factor, code: string): Promise<SignInRefusal | null> {
  return answerFactor((pending) => pending.enterCode(factor, code));
}

/** Verifies a security key, which the browser asks for. @returns null when it was accepted */
export function showKey(factorId: string): Promise<FactorRefusal | null> {
  return answerFactor((pending) => pending.showKey(factorId));
}
