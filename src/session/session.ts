import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { create } from "zustand";
import type { Backend } from "../backend/backend.ts";
import { deviceStore } from "../mirror/device-database.ts";
import {
  forgetIdentity,
  type Identity,
  noteDeletion,
  readIdentity,
  watchIdentity,
} from "../mirror/identity.ts";
import { type Arrival, takeArrival } from "./arrival.ts";

export interface SessionState {
  /** Null before the device's own memory was read: nothing may be shown or guarded yet. */
  status: "starting" | "signed-out" | "signed-in";
  identity: Identity | null;
  /** Null until its code is loaded and the deployment is known; the app works from the mirror meanwhile. */
  backend: Backend | null;
  deployment: DeploymentConfig | null;
  /** The backend ended the session; what waits to be sent is kept. */
  ended: boolean;
  /** Whoever was signed in last on this device was suspended then. */
  suspended: boolean;
  /** The account of whoever was signed in last on this device is gone for good. */
  deleted: boolean;
  /** Whom a link or another sign-in brought, until they are let in or give up. */
  arrival: Arrival | null;
}

/** Who is signed in. Read from the device first, so that a start needs no network. */
export const useSession = create<SessionState>(() => ({
  status: "starting",
  identity: null,
  backend: null,
  deployment: null,
  ended: false,
  suspended: false,
  deleted: false,
  arrival: null,
}));

/**
 * Begins to follow who is signed in on this device, in whichever tab it changes.
 * @param atRest when to load what talks to the backend, unless somebody signs in before
 */
export function startSession(atRest: Promise<void>): void {
  useSession.setState({ arrival: takeArrival() });
  watchIdentity((identity, end) => {
    const status = identity === null ? "signed-out" : "signed-in";
    useSession.setState({ identity, ...end, status });
  });
  void atRest.then(connect);
}

let connecting: Promise<void> | null = null;

/** Loads what talks to the backend, then checks the session against it. Once, however often it is asked. */
function connect(): Promise<void> {
  connecting ??= openConnection().finally(() => {
    connecting = null;
  });
  return connecting;
}

async function openConnection(): Promise<void> {
  if (useSession.getState().backend !== null) return;
  const { loadDeployment } = await import("../backend/deployment.ts");
  const deployment = await loadDeployment(deviceStore);
  if (deployment === null) {
    // First start without a network: there is nobody to talk to until it is back.
    window.addEventListener("online", () => void connect(), { once: true });
    return;
  }
  const [{ openBackend }, { followBackend }] = await Promise.all([
    import("../backend/backend.ts"),
    import("./follow-backend.ts"),
  ]);
  const backend = openBackend(deployment, deviceStore, "tab");
  useSession.setState({ backend, deployment });
  followBackend(backend, refreshIdentity, endSession);
  void refreshIdentity();
}

/** What talks to the backend; null while this device has never learned where that is. */
export async function connectedBackend(): Promise<Backend | null> {
  if (useSession.getState().backend === null) await connect();
  return useSession.getState().backend;
}

/**
 * Brings the mirrored identity up to date; ends the session when the backend no longer knows it, or
 * the person is suspended.
 */
export async function refreshIdentity(): Promise<void> {
  const { backend } = useSession.getState();
  if (backend === null) return;
  // Read first: who signs in while the session is looked for is not the one without a session.
  const before = await readIdentity();
  const session = await backend.auth.current();
  if (session.kind === "none" && before !== null) return endSession(before.id);
  if (session.kind !== "token") return;
  // Only needed with a backend: no page waits for it.
  const { checkIdentity } = await import("./check-identity.ts");
  if (!(await checkIdentity(backend, session.user, before))) return;
  // Also when nobody was let in with it: the next start must not find it.
  await ((await readIdentity()) === null ? signOut() : endSession());
}

/**
 * Signs out on this device. What waits to be sent stays in the person's own database.
 * @param known the backend has ended the session already
 */
export async function signOut(known = false): Promise<void> {
  const backend = await connectedBackend();
  // The session first: an identity without one is cleared at the next start, a session without an
  // identity would sign the person in again.
  await backend?.auth.signOut(known);
  await forgetIdentity();
}

/**
 * The backend does not accept the session any more: sign in again to go on.
 * @param personId whose session it was; somebody else's, begun meanwhile, is left alone
 */
export async function endSession(personId?: string): Promise<void> {
  const identity = await readIdentity();
  if (identity === null || (personId !== undefined && identity.id !== personId)) return;
  useSession.setState({ ended: true });
  await signOut();
  void noteIfDeleted();
}

/** Nobody waits for the word: until it is there, only the end of the session is told. */
async function noteIfDeleted(): Promise<void> {
  const { backend } = useSession.getState();
  if (backend === null || !(await backend.auth.isAccountGone())) return;
  if ((await readIdentity()) === null) await noteDeletion();
}
