import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { create } from "zustand";
import type { Backend } from "../backend/backend.ts";
import {
  changeValues,
  type DeviceValues,
  deviceDatabase,
  deviceStore,
} from "../mirror/device/device-database.ts";
import {
  dropIdentity,
  type Identity,
  noteLastEnd,
  readIdentity,
  readLastEnd,
} from "../mirror/device/identity.ts";
import { observe } from "../mirror/observe.ts";
import { openWatched, type StorageTrouble } from "../mirror/opening.ts";
import { isChunkLoadError } from "../platform/lazy-chunks.ts";
import { joining } from "../platform/serialize.ts";
import { whenWorthTrying } from "../platform/try-again.ts";
import { type AuthCallback, takeAuthCallback } from "./auth-callback.ts";

export type SessionState = ReturnType<typeof useSession.getState>;

/**
 * The session of the signed-in person. Read from the device first, so that a start needs no
 * network.
 */
export const useSession = create(() => ({
  /** `starting` until this device's storage was read: nothing may be shown or guarded yet. */
  status: "starting" as "starting" | "signed-out" | "signed-in",
  /** Why this device's storage can't be read; null when it can. */
  storageTrouble: null as StorageTrouble | null,
  identity: null as Identity | null,
  /**
   * Null until its code is loaded and the deployment is known; until then the app works from the
   * mirror.
   */
  backend: null as Backend | null,
  deployment: null as DeploymentConfig | null,
  /** The backend ended the session; unsent work is kept. */
  ended: false,
  /** The last signed-in person on this device was suspended at that time. */
  suspended: false,
  /** The account of the last signed-in person on this device is deleted for good. */
  deleted: false,
  /**
   * A person who arrived by a link or from an external provider, until they are signed in or
   * cancel.
   */
  authCallback: null as AuthCallback | null,
}));

/**
 * Starts to follow the signed-in person on this device, in all tabs.
 * @param atRest when to load the backend code, unless a person signs in earlier
 */
export function startSession(atRest: Promise<void>): void {
  useSession.setState({ authCallback: takeAuthCallback() });
  openWatched(deviceDatabase, (storageTrouble) => {
    useSession.setState({ storageTrouble });
    if (storageTrouble !== null) return;
    observe(() => Promise.all([readIdentity(), readLastEnd()])).subscribe(([identity, end]) => {
      const status = identity === null ? "signed-out" : "signed-in";
      useSession.setState({ identity, ...end, status });
    });
  });
  void Promise.all([atRest, storageReady()]).then(connect);
}

/** Resolves once this device's storage was read; never if the browser does not allow that. */
export const storageReady = () => whenSession(({ status }) => status !== "starting");

/** Resolves once something is true of the session. */
export function whenSession(isTrue: (session: SessionState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    function look(session: SessionState): void {
      if (!isTrue(session)) return;
      stop();
      resolve();
    }
    const stop = useSession.subscribe(look);
    look(useSession.getState());
  });
}

/** Loads the backend code, then checks the session with it. Concurrent calls share one load. */
const connect = joining(async (): Promise<void> => {
  if (useSession.getState().backend !== null) return;
  const loaded = await loadConnection();
  if (loaded === null) {
    // The app started without a network, and the address or the code of the backend is missing: try
    // again later.
    void retryLater();
    return;
  }
  const { deployment, openBackend, followBackend } = loaded;
  const backend = openBackend(deployment, deviceStore, "tab");
  useSession.setState({ backend, deployment });
  followBackend(backend, refreshIdentity, endSession);
  void refreshIdentity();
});

let failures = 0;

const retryLater = joining(async (): Promise<void> => {
  failures += 1;
  await whenWorthTrying(failures);
  void connect();
});

/** Loads the backend's address and code; null when either cannot be loaded now. */
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

/** The connected backend; null when its address or code cannot be loaded. */
export async function connectedBackend(): Promise<Backend | null> {
  if (useSession.getState().backend === null) await connect();
  return useSession.getState().backend;
}

/**
 * Updates the stored identity; ends the session when the backend no longer knows it, or the person
 * is suspended.
 */
export async function refreshIdentity(): Promise<void> {
  const { backend } = useSession.getState();
  if (backend === null) return;
  // Read before the session: a person who signs in while it is read must not be signed out because
  // of its result.
  const before = await readIdentity();
  const session = await backend.auth.current();
  if (session.kind === "none" && before !== null) return endSession(before.id);
  if (session.kind !== "token") return;
  // Loaded on demand, because it is needed only with a backend.
  const { checkIdentity } = await import("./follow-backend.ts");
  if (!(await checkIdentity(backend, session.user, before))) return;
  // Remove the session even if no identity belongs to it, so that the next start does not find it.
  await ((await readIdentity()) === null ? signOut() : endSession());
}

/**
 * Signs out on this device. Unsent work stays in the person's own database.
 * @param how.known the backend has ended the session already
 * @param how.noting further changes to the device's strings in the same transaction
 */
export async function signOut(
  how: { known?: boolean; noting?: (values: DeviceValues) => void } = {},
): Promise<void> {
  const backend = await connectedBackend();
  // One transaction: a session without an identity would sign the person in again at the next
  // start.
  const accessToken = await changeValues((values) => {
    dropIdentity(values);
    how.noting?.(values);
    if (backend !== null) return backend.auth.forget(values);
    // The backend code could not be loaded: delete the session, of any project, anyway.
    for (const key of values.keys()) if (/^sb-.+-auth-token$/.test(key)) values.delete(key);
    return undefined;
  });
  if (accessToken !== undefined && how.known !== true) backend?.auth.revoke(accessToken);
}

/**
 * Ends a session that the backend does not accept any more; the person has to sign in again. The
 * session is not revoked: a context that asks the backend at that moment why the session was
 * refused would get the answer that it was ended elsewhere.
 * @param personId the person whose session it was; a session of another person is left alone
 */
export async function endSession(personId?: string): Promise<void> {
  const identity = await readIdentity();
  if (identity === null || (personId !== undefined && identity.id !== personId)) return;
  useSession.setState({ ended: true });
  await signOut({ known: true });
  void noteIfDeleted();
}

/**
 * Notes the deletion of the account. Runs in the background; until it has an answer, pages only show
 * that the session ended.
 */
async function noteIfDeleted(): Promise<void> {
  const { backend } = useSession.getState();
  if (backend === null || (await backend.auth.lastSession()) !== "gone") return;
  if ((await readIdentity()) === null) await noteLastEnd("deleted");
}
