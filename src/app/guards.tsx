import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useShownIdentity } from "../session/pin.ts";
import { useSession } from "../session/session.ts";
import { LazyStorageFailure } from "./failures/failure-boundary.tsx";
import classes from "./failures/page-failure.module.css";

/** The key of sessionStorage with the address that a signed-out person asked for. */
const ASKED_ADDRESS_KEY = "asked-address";

/** Renders `signedIn` or `signedOut`, else goes to the sign-in page; the layout stays mounted. */
export function SessionLayout(props: { signedIn: ReactNode; signedOut?: ReactNode }) {
  const starting = useSession((session) => session.status === "starting");
  const identity = useShownIdentity();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (identity !== null && !wasSignedIn) setWasSignedIn(true);
  const trouble = useSession((session) => session.storageTrouble);
  if (starting) {
    if (trouble === null) return null;
    // Pages that need no sign-in also work without this device's storage.
    return props.signedOut ?? <LazyStorageFailure trouble={trouble} />;
  }
  if (identity !== null) return props.signedIn;
  // A person who signs out here may hand the device to somebody else.
  if (wasSignedIn) return <Navigate to="/auth" replace />;
  return props.signedOut ?? <AskToSignIn />;
}

/** Shows its pages to people who are signed out, or arrive by a sign-in link. */
export function SignedOutOnly() {
  const starting = useSession((session) => session.status === "starting");
  const arriving = useSession((session) => session.authCallback !== null);
  const trouble = useSession((session) => session.storageTrouble);
  const identity = useShownIdentity();
  if (starting) return trouble === null ? null : <LazyStorageFailure trouble={trouble} />;
  return identity === null || arriving ? <Outlet /> : <OpenAskedAddress />;
}

/** The route `/`: the dashboard for a person who is signed in, otherwise the landing page. */
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

/** Shown until the app knows who is signed in and has loaded their page. */
function Loading() {
  return (
    <main className={classes.loading}>
      <p role="status">Loading</p>
    </main>
  );
}

/** Goes to the sign-in page, after which the address that was asked for opens. */
function AskToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => tabStorage()?.setItem(ASKED_ADDRESS_KEY, pathname + search), [pathname, search]);
  return <Navigate to="/auth" replace />;
}

/** Opens the address that was asked for before the sign-in, or the dashboard. */
function OpenAskedAddress() {
  const asked = tabStorage()?.getItem(ASKED_ADDRESS_KEY);
  useEffect(() => tabStorage()?.removeItem(ASKED_ADDRESS_KEY), []);
  return <Navigate to={asked ?? "/dashboard"} replace />;
}

/** The tab's storage, which outlives the pages of an external sign-in; undefined if it is blocked. */
function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
