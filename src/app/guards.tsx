import { type ReactNode, Suspense, useState } from "react";
import { Navigate, Outlet } from "react-router-dom";
import { useShownIdentity } from "../session/pin.ts";
import { useSession } from "../session/session.ts";
import { LazyStorageFailure } from "./failures/lazy-storage-failure.tsx";
import classes from "./shell/loading.module.css";

/**
 * Surrounds a page with `signedIn` for who is signed in. The others get `signedOut`; without it, and
 * when they sign out here, they go to the sign-in. One component for guarded and for open pages, so
 * that going from one to the other keeps the surroundings as they are, the sync among them.
 */
export function SessionLayout(props: { signedIn: ReactNode; signedOut?: ReactNode }) {
  const starting = useSession((session) => session.status === "starting");
  const identity = useShownIdentity();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (identity !== null && !wasSignedIn) setWasSignedIn(true);
  const trouble = useSession((session) => session.storageTrouble);
  if (starting) {
    if (trouble === null) return null;
    // What needs nobody to be signed in works without this device's storage as well.
    return props.signedOut ?? <LazyStorageFailure trouble={trouble} />;
  }
  if (identity !== null) return props.signedIn;
  if (wasSignedIn || props.signedOut === undefined) return <Navigate to="/auth" replace />;
  return props.signedOut;
}

/**
 * Lets through who is not signed in, and whom a link brings: it may be for another account. The others
 * have nothing to do here.
 */
export function SignedOutOnly() {
  const starting = useSession((session) => session.status === "starting");
  const arriving = useSession((session) => session.arrival !== null);
  const trouble = useSession((session) => session.storageTrouble);
  const identity = useShownIdentity();
  if (starting) return trouble === null ? null : <LazyStorageFailure trouble={trouble} />;
  return identity === null || arriving ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

/** The app's own address: to the work for who is signed in, to the landing page for the others. */
export function StartRedirect() {
  const starting = useSession(
    ({ status, storageTrouble }) => status === "starting" && storageTrouble === null,
  );
  const identity = useShownIdentity();
  if (starting) return <Loading />;
  if (identity !== null) return <Navigate to="/dashboard" replace />;
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  );
}

/** Until it is known who is signed in, and what to show them is loaded. */
export function Loading() {
  return (
    <main className={classes.loading}>
      <p role="status">Loading</p>
    </main>
  );
}
