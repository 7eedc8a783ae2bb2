import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { create } from "zustand";
import { isSessionKey } from "../backend/auth/session-key.ts";
import type { Backend } from "../backend/backend.ts";
import { changeValues, type DeviceValues, deviceStore } from "../mirror/device/device-database.ts";
import {
  dropIdentity,
  type Identity,
  noteDeletion,
  readIdentity,
} from "../mirror/device/identity.ts";
import { watchIdentity } from "../mirror/device/watch-identity.ts";
import type { StorageTrouble } from "../mirror/opening.ts";
import { isChunkLoadError } from "../platform/lazy-chunks.ts";
import { whenWorthTrying } from "../platform/try-again.ts";
import { type AuthCallback, takeAuthCallback } from "./auth-callback.ts";

export interface SessionState {
  /** Null before the device's own memory was read: nothing may be shown or guarded yet. */
  status: "starting" | "signed-out" | "signed-in";
  /** Why that memory can't be read; null while all is well. */
  storageTrouble: StorageTrouble | null;
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
  arrival: AuthCallback | null;
}

/** Who is signed in. Read from the device first, so that a start needs no network. */
export const useSession = create<SessionState>(() => ({
  status: "starting",
  storageTrouble: null,
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
  useSession.setState({ arrival: takeAuthCallback() });
  watchIdentity(
    (identity, end) => {
      const status = identity === null ? "signed-out" : "signed-in";
      useSession.setState({ identity, ...end, status });
    },
    (storageTrouble) => useSession.setState({ storageTrouble }),
  );
  void Promise.all([atRest, storageReady()]).then(connect);
}

/** Resolves once this device's storage was read; never where the browser does not let it be. */
export function storageReady(): Promise<void> {
  return new Promise((resolve) => {
    function look(): void {
      if (useSession.getState().status === "starting") return;
      stop();
      resolve();
    }
    const stop = useSession.subscribe(look);
    look();
  });
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
  const loaded = await loadConnection();
  if (loaded === null) {
    // A start without a network, on a device that knows too little: nobody to talk to until it is back.
    retryLater();
    return;
  }
  const { deployment, openBackend, followBackend } = loaded;
  const backend = openBackend(deployment, deviceStore, "tab");
  useSession.setState({ backend, deployment });
  followBackend(backend, refreshIdentity, endSession);
  void refreshIdentity();
}

let failures = 0;
let retrying = false;

function retryLater(): void {
  if (retrying) return;
  retrying = true;
  failures += 1;
  void whenWorthTrying(failures).then(() => {
    retrying = false;
    void connect();
  });
}

/** Where the backend is, and the code that talks to it; null when either can't be had now. */
async function loadConnection() {
  try {
    const { loadDeployment } = await import("../backend/deployment.ts");
    const deployment = await loadDeployment(deviceStore);
    if (deployment === null) return null;
    const [{ openBackend }, { followBackend }] = await Promise.all([
      import("../backend/backend.ts"),
      import("./follow-backend.ts"),
    ]);
    return { deployment, openBackend, followBackend };
  } catch (error) {
    if (isChunkLoadError(error)) return null;
    throw error;
  }
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
 * @param how.known the backend has ended the session already
 * @param how.noting what else the device database takes in the same step
 */
export async function signOut(
  how: { known?: boolean; noting?: (values: DeviceValues) => void } = {},
): Promise<void> {
  const backend = await connectedBackend();
  // One step: a session without an identity would sign the person in again at the next start.
  const accessToken = await changeValues((values) => {
    dropIdentity(values);
    how.noting?.(values);
    if (backend !== null) return backend.auth.forget(values);
    // What talks to the backend could not be loaded: the session goes all the same.
    for (const key of values.keys()) if (isSessionKey(key)) values.delete(key);
    return undefined;
  });
  if (accessToken !== undefined && how.known !== true) backend?.auth.revoke(accessToken);
}

/**
 * The backend does not accept the session any more: sign in again to go on. It is not revoked as well:
 * whoever asks the backend at that moment why it was refused would hear that it was ended elsewhere.
 * @param personId whose session it was; somebody else's, begun meanwhile, is left alone
 */
export async function endSession(personId?: string): Promise<void> {
  const identity = await readIdentity();
  if (identity === null || (personId !== undefined && identity.id !== personId)) return;
  useSession.setState({ ended: true });
  await signOut({ known: true });
  void noteIfDeleted();
}

/** Nobody waits for the word: until it is there, only the end of the session is told. */
async function noteIfDeleted(): Promise<void> {
  const { backend } = useSession.getState();
  if (backend === null || (await backend.auth.lastSession()) !== "gone") return;
  if ((await readIdentity()) === null) await noteDeletion();
}
