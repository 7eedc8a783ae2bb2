import { create } from "zustand";
import type { PendingSignIn, SignInFailure } from "../backend/auth/pending-sign-in.ts";
import type { Factor, KeyRefusal } from "../backend/auth/second-factor.ts";
import type { AuthUser } from "../backend/auth/tokens.ts";
import type { Backend } from "../backend/backend.ts";
import { joining } from "../platform/serialize.ts";
import type { AuthCallback } from "./auth-callback.ts";
import { askedForReset, forgetReset } from "./external-sign-in.ts";
import { finishRemoval } from "./finish-removal.ts";
import { activateIdentity, fetchIdentity } from "./follow-backend.ts";
import { connectedBackend, signOut, useSession } from "./session.ts";

export type { Factor };

export type SignInRefusal =
  | SignInFailure
  /** The account has a second factor that can't be asked for here. */
  | { kind: "unknown-factor" }
  | { kind: "failed-callback"; from: "link" | "external" }
  /** The address has a session for a new password, which this browser has not asked for. */
  | { kind: "unasked-link" };

const NOBODY = {
  /** `unasked-link`: they must confirm that a link, which was not asked for here, is theirs. */
  step: "credentials" as "credentials" | "unasked-link" | "second-factor" | "new-password",
  /** The address of the person who is signing in; empty before it is known. */
  email: "",
  /** The factors that can be asked for, the best first; one of them is enough. */
  factors: [] as readonly Factor[],
  /** Whether they signed in with a password from an administrator. */
  hasTemporaryPassword: false,
};

/** The progress of a sign-in. Nobody is signed in before it is complete. */
export const useSignIn = create(() => NOBODY);

interface Attempt {
  backend: Backend;
  pending: PendingSignIn;
  user: AuthUser;
  /**
   * Why they must choose a new password before they are signed in: they came by a link, or know only
   * a temporary password. Null when they need not.
   */
  owed: { after: "link" } | { after: "temporary-password"; current: string } | null;
  /** Whether they came by a link that this browser has not asked for. */
  isUnasked?: boolean;
}

let attempt: Attempt | null = null;

/**
 * Starts a sign-in with an email and a password. @returns null when they were correct; the next
 * step is in `useSignIn`
 */
export async function signIn(email: string, password: string): Promise<SignInRefusal | null> {
  return begin(async (pending) => {
    const user = await pending.signIn(email, password);
    if ("kind" in user) return user;
    const owed = { after: "temporary-password", current: password } as const;
    return { user, owed: user.hasTemporaryPassword ? owed : null };
  });
}

/**
 * Continues the sign-in of a person who came by a link or from an external provider. Concurrent
 * calls share one attempt.
 * @returns like `signIn`; `unreachable`: call it again later
 */
export const finishAuthCallback = joining(
  async (callback: AuthCallback): Promise<SignInRefusal | null> => {
    if (callback.kind === "failed") {
      await cancelSignIn();
      return callback.from === "suspended"
        ? { kind: "suspended" }
        : { kind: "failed-callback", from: callback.from };
    }
    const byLink = callback.kind !== "external";
    const refusal = await begin(async (pending) => {
      const user = await arrive(pending, callback);
      if ("kind" in user) return user;
      if (!byLink) return { user, owed: null };
      const isUnasked = !(await askedForReset(user.email));
      if (isUnasked && callback.kind === "recovery") return { kind: "unasked-link" };
      return { user, owed: { after: "link" }, isUnasked };
    });
    // Keep the arrival while it cannot be checked, because it is already removed from the address.
    if (refusal === null || refusal.kind === "unreachable") return refusal;
    await cancelSignIn();
    return refusal.kind === "refused"
      ? { kind: "failed-callback", from: byLink ? "link" : "external" }
      : refusal;
  },
);

function arrive(pending: PendingSignIn, callback: Exclude<AuthCallback, { kind: "failed" }>) {
  switch (callback.kind) {
    case "recovery":
      return pending.resume(callback);
    case "mailed":
      return pending.verify(callback);
    case "external":
      return pending.exchange(callback);
  }
}

async function begin(
  open: (
    pending: PendingSignIn,
  ) => Promise<Pick<Attempt, "user" | "owed" | "isUnasked"> | SignInRefusal>,
): Promise<SignInRefusal | null> {
  const backend = await connectedBackend();
  if (backend === null) return { kind: "unreachable" };
  const pending = backend.openPendingSignIn();
  const opened = await open(pending);
  if ("kind" in opened) {
    await pending.discard();
    return opened;
  }
  const begun = { backend, pending, ...opened };
  attempt = begun;
  const refusal = await advance(begun);
  if (refusal !== null && attempt === begun) await drop();
  return refusal;
}

/** Verifies a second factor, and continues if it was correct. */
async function answerFactor<Failure extends { kind: string }>(
  answer: (pending: PendingSignIn) => Promise<Failure | null>,
): Promise<Failure | SignInRefusal | null> {
  const current = attempt;
  if (current === null) return null;
  const failure = await answer(current.pending);
  // Cancelled meanwhile: another attempt may have begun.
  if (attempt !== current) return null;
  return failure ?? advanceOrLeave(current);
}

/** Continues with a link that was not asked for here, because the person confirms that it is theirs. */
export async function acceptLink(): Promise<SignInRefusal | null> {
  const current = attempt;
  if (current === null) return null;
  current.isUnasked = false;
  return advanceOrLeave(current);
}

/** Sets the new password of a person who must choose one. */
export async function choosePassword(password: string): Promise<SignInRefusal | null> {
  const current = attempt;
  if (current === null) return null;
  const { owed, pending } = current;
  if (owed !== null) {
    const failure = await pending.setPassword(
      password,
      owed.after === "link" ? undefined : owed.current,
    );
    if (failure !== null) return failure;
    current.owed = null;
    await forgetReset();
  }
  return advanceOrLeave(current);
}

/** Cancels the running sign-in and forgets its person. */
export async function cancelSignIn(): Promise<void> {
  await drop();
  useSession.setState({ authCallback: null });
  useSignIn.setState(NOBODY);
}

async function drop(): Promise<void> {
  const dropped = attempt;
  attempt = null;
  await dropped?.pending.discard();
}

/**
 * Like `advance`, but ends the attempt after a refusal that no other code or password can change.
 */
async function advanceOrLeave(current: Attempt): Promise<SignInRefusal | null> {
  const refusal = await advance(current);
  if (refusal !== null && refusal.kind !== "unreachable") await cancelSignIn();
  return refusal;
}

/** Shows the next missing step, or signs the person in. */
async function advance(current: Attempt): Promise<SignInRefusal | null> {
  const { backend, pending, user } = current;
  if (current.isUnasked === true) return show(current, "unasked-link");
  const factor = await pending.missingFactor();
  if (factor.kind === "one-of") {
    if (factor.factors.length === 0) return { kind: "unknown-factor" };
    return show(current, "second-factor", factor.factors);
  }
  // First of all: until they have done so, the backend shows them nothing, as if suspended.
  if (current.owed?.after === "temporary-password") return show(current, "new-password");
  const identity = await fetchIdentity(pending, user);
  // Cancelled meanwhile: a late answer must not sign anyone in.
  if (attempt !== current) return null;
  if (identity.kind !== "ok") return { kind: "unreachable" };
  if (identity.value === null) return { kind: "suspended" };
  if (current.owed !== null) return show(current, "new-password");

  const before = useSession.getState().identity;
  if (before !== null && before.id !== user.id) await signOut();
  const session = await pending.session();
  if (session === null) return { kind: "unreachable" };
  // Finish an interrupted removal before new data of this person is stored.
  await finishRemoval();
  if (attempt !== current) return null;
  await activateIdentity(identity.value, (values) => {
    backend.auth.adopt(session, values);
    return true;
  });
  attempt = null;
  await pending.release();
  useSession.setState({ ended: false, authCallback: null });
  useSignIn.setState(NOBODY);
  return null;
}

function show(
  current: Attempt,
  step: (typeof NOBODY)["step"],
  factors: readonly Factor[] = [],
): null {
  const { user, owed } = current;
  const hasTemporaryPassword = owed?.after === "temporary-password";
  if (attempt === current)
    useSignIn.setState({ step, email: user.email, factors, hasTemporaryPassword });
  return null;
}

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
export const sendCode = async (factorId: string): Promise<number | SignInRefusal | null> =>
  (await attempt?.pending.sendCode(factorId)) ?? null;

/**
 * Verifies the code that an app shows or that was sent to a phone. @returns null when it was
 * correct
 */
export const enterCode = (factor: Factor, code: string) =>
  answerFactor((pending) => pending.enterCode(factor, code));

/** Verifies a security key, which the browser asks for. @returns null when it was accepted */
export const showKey = (factorId: string) => answerFactor((pending) => pending.showKey(factorId));
