import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { Backend } from "../backend/backend.ts";
import { useMirror } from "../mirror/mirror-context.tsx";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import type { ConnectionState } from "./engine/connectivity.ts";
import type { PageSync } from "./page-sync.ts";

const SyncContext = createContext<PageSync | null>(null);

/** Runs sync for the signed-in person while the pages below are mounted. */
export function SyncProvider(props: {
  /** Null until its code is loaded; until then the pages work from the mirror. */
  backend: Backend | null;
  /**
   * Called when the backend does not accept this person's session any more. Must not change between
   * renders.
   */
  sessionRefused: (personId: string) => void;
  children: ReactNode;
}) {
  const { backend, sessionRefused } = props;
  const db = useMirror();
  const [sync, setSync] = useState<PageSync | null>(null);
  useEffect(() => {
    if (backend === null) return;
    let started: PageSync | null = null;
    const left = new AbortController();
    loadPatiently(() => import("./page-sync.ts"), left.signal).then(
      ({ startPageSync }) => {
        if (left.signal.aborted) return;
        started = startPageSync(db, backend, sessionRefused);
        setSync(started);
      },
      (error) => {
        if (!left.signal.aborted) console.error("What was made can't be sent now:", error);
      },
    );
    return () => {
      left.abort();
      started?.stop();
      setSync(null);
    };
  }, [db, backend, sessionRefused]);
  return <SyncContext.Provider value={sync}>{props.children}</SyncContext.Provider>;
}

/** Sync of the signed-in person; null while it is being loaded. */
export const useSync = (): PageSync | null => useContext(SyncContext);

/** Whether the backend can be reached, if that is known. */
export function useConnection(): ConnectionState {
  const sync = useSync();
  return useSyncExternalStore(
    (changed) => sync?.subscribe(changed) ?? (() => {}),
    () => sync?.connection() ?? "unknown",
  );
}
