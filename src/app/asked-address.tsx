import { useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";

const KEY = "asked-address";

/** Goes to the sign-in page, after which the address that was asked for opens. */
export function AskToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => tabStorage()?.setItem(KEY, pathname + search), [pathname, search]);
  return <Navigate to="/auth" replace />;
}

/** Opens the address that was asked for before the sign-in, or the dashboard. */
export function OpenAskedAddress() {
  const asked = tabStorage()?.getItem(KEY);
  useEffect(() => tabStorage()?.removeItem(KEY), []);
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
