import { create } from "zustand";
import type { Backend } from "../backend/backend.ts";
import type { Candidate, SignInFailure } from "../backend/candidate.ts";
import type { AuthUser } from "../backend/tokens.ts";
import { admit } from "./admit.ts";
import type { Arrival } from "./arrival.ts";
import { fetchIdentity } from "./fetch-identity.ts";
import { connectedBackend, signOut, useSession } from "./session.ts";

export type SignInRefusal =
  | SignInFailure
  | { kind: "suspended" }
  /** The account has a second factor that can't be asked for here. */
  | { kind: "unknown-factor" }
  | { kind: "failed-arrival"; from: "link" | "external" };

export interface SignInState {
  step: "credentials" | "second-factor" | "new-password";
  /** Who is on the way in; empty before that is known. */
  email: string;
}

/** How far somebody is with signing in. Nobody is signed in before they are through. */
export const useSignIn = create<SignInState>(() => ({ step: "credentials", email: "" }));

interface Attempt {
  backend: Backend;
  candidate: Candidate;
  user: AuthUser;
  factorId: string | null;
  /** A link for a forgotten password brought them: they choose one before they are let in. */
  recovering: boolean;
}

let attempt: Attempt | null = null;

/** Starts with an email and a password. @returns null when that was right: see the step */
export async function signIn(email: string, password: string): Promise<SignInRefusal | null> {
  return begin((candidate) => candidate.signIn(email, password), false);
}

let entering: Promise<SignInRefusal | null> | null = null;

/**
 * Goes on with who came by a link or from another sign-in. Once, however often it is asked meanwhile.
 * @returns as `signIn` does; `unreachable`: ask again
 */
export function enter(arrival: Arrival): Promise<SignInRefusal | null> {
  entering ??= enterOnce(arrival).finally(() => {
    entering = null;
  });
  return entering;
}

async function enterOnce(arrival: Arrival): Promise<SignInRefusal | null> {
  if (arrival.kind === "failed") {
    await cancelSignIn();
    return { kind: "failed-arrival", from: arrival.from };
  }
  const recovering = arrival.kind === "recovery";
  const refusal = await begin((candidate) => candidate.resume(arrival), recovering);
  // Kept while it can't be checked: the address it came with is gone.
  if (refusal === null || refusal.kind === "unreachable") return refusal;
  await cancelSignIn();
  return refusal.kind === "refused"
    ? { kind: "failed-arrival", from: recovering ? "link" : "external" }
    : refusal;
}

async function begin(
  open: (candidate: Candidate) => Promise<AuthUser | SignInFailure>,
  recovering: boolean,
): Promise<SignInRefusal | null> {
  const backend = await connectedBackend();
  if (backend === null) return { kind: "unreachable" };
  const candidate = backend.openCandidate();
  const user = await open(candidate);
  if ("kind" in user) {
    await candidate.discard();
    return user;
  }
  const begun = { backend, candidate, user, factorId: null, recovering };
  attempt = begun;
  const refusal = await advance(begun);
  if (refusal !== null && attempt === begun) await drop();
  return refusal;
}

/** Answers the second factor. */
export async function enterCode(code: string): Promise<SignInRefusal | null> {
  const current = attempt;
  if (current === null || current.factorId === null) return null;
  const failure = await current.candidate.enterCode(current.factorId, code);
  return failure ?? (await advanceOrLeave(current));
}

/** Sets the new password of somebody who forgot theirs. */
export async function choosePassword(password: string): Promise<SignInRefusal | null> {
  const current = attempt;
  if (current === null) return null;
  if (current.recovering) {
    const failure = await current.candidate.setPassword(password);
    if (failure !== null) return failure;
    current.recovering = false;
  }
  return advanceOrLeave(current);
}

/** Gives up: whoever was on the way in is forgotten. */
export async function cancelSignIn(): Promise<void> {
  await drop();
  useSession.setState({ arrival: null });
  useSignIn.setState({ step: "credentials", email: "" });
}

async function drop(): Promise<void> {
  const dropped = attempt;
  attempt = null;
  await dropped?.candidate.discard();
}

/** As `advance`; a refusal that no other code or password changes ends the attempt. */
async function advanceOrLeave(current: Attempt): Promise<SignInRefusal | null> {
  const refusal = await advance(current);
  if (refusal !== null && refusal.kind !== "unreachable") await cancelSignIn();
  return refusal;
}

/** Takes somebody to what they still lack, or lets them in. */
async function advance(current: Attempt): Promise<SignInRefusal | null> {
  const { backend, candidate, user } = current;
  const factor = await candidate.missingFactor();
  if (factor.kind === "other") return { kind: "unknown-factor" };
  if (factor.kind === "code") {
    current.factorId = factor.factorId;
    return show(current, "second-factor");
  }
  const identity = await fetchIdentity(candidate, user);
  // Given up meanwhile: nobody is let in by an answer that came late.
  if (attempt !== current) return null;
  if (identity.kind !== "ok") return { kind: "unreachable" };
  if (identity.value === null) return { kind: "suspended" };
  if (current.recovering) return show(current, "new-password");

  const before = useSession.getState().identity;
  if (before !== null && before.id !== user.id) await signOut();
  const session = await candidate.session();
  if (session === null) return { kind: "unreachable" };
  await backend.auth.adopt(session);
  attempt = null;
  await candidate.release();
  await admit(identity.value);
  useSession.setState({ ended: false, arrival: null });
  useSignIn.setState({ step: "credentials", email: "" });
  return null;
}

function show(current: Attempt, step: SignInState["step"]): null {
  if (attempt === current) useSignIn.setState({ step, email: current.user.email });
  return null;
}
