import { useSyncExternalStore } from "react";
import { useConnection } from "./sync-context.tsx";

/** False when the backend is known to be unreachable; true while nothing is known. */
export function useReachable(): boolean {
  const connection = useConnection();
  const online = useSyncExternalStore(followOnline, () => navigator.onLine);
  return online && connection !== "down";
}

function followOnline(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
