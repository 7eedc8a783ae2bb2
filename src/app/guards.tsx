import { Navigate, Outlet } from "react-router-dom";
import { useShownIdentity } from "../session/hold.ts";
import { useSession } from "../session/session.ts";

/** Lets through who is signed in; everybody else signs in first. */
export function SignedInOnly() {
  const starting = useSession((session) => session.status === "starting");
  const identity = useShownIdentity();
  if (starting) return null;
  return identity === null ? <Navigate to="/auth" replace /> : <Outlet />;
}

/** Lets through who is not signed in; the others have nothing to do here. */
export function SignedOutOnly() {
  const starting = useSession((session) => session.status === "starting");
  const identity = useShownIdentity();
  if (starting) return null;
  return identity === null ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

/** The app's own address: to the work, or to the sign-in. */
export function StartRedirect() {
  const starting = useSession((session) => session.status === "starting");
  const identity = useShownIdentity();
  if (starting) return null;
  return <Navigate to={identity === null ? "/auth" : "/dashboard"} replace />;
}
