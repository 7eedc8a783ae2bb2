import { useEffect, useRef } from "react";
import { refusalMessage } from "#backend/outcome.ts";
import { useConnection, useSync } from "../sync-context.tsx";
import type { Pull } from "./pull.ts";

/** How often a visible list is refreshed (ms). */
const EVERY_MS = 30_000;

/**
 * Keeps a visible list up to date. Refreshes it when the page is opened, becomes visible or gets
 * its connection back, when others changed it (if the backend reports that), and every 30 seconds.
 * @param pull the list to refresh; null for none. Must be the same object between renders while
 *   nothing changed
 * @param failed called once when refreshes begin to be refused; a missing connection is not
 *   reported
 * @param every how often it is refreshed otherwise (ms)
 */
export function useRefresh(
  pull: Pull | null,
  failed?: (message: string) => void,
  every = EVERY_MS,
): void {
  const sync = useSync();
  const connected = useConnection() !== "down";
  const notify = useRef(failed);
  useEffect(() => {
    notify.current = failed;
  });
  useEffect(() => {
    if (sync === null || pull === null || !connected) return;
    let isNotified = false;
    let left = false;
    async function refresh(): Promise<void> {
      if (sync === null || pull === null || document.visibilityState !== "visible") return;
      const outcome = await sync.refresh(pull);
      if (left || outcome === null) return;
      const message = refusalMessage(outcome);
      if (message !== null && !isNotified) notify.current?.(message);
      isNotified = message !== null;
    }
    const seen = () => void refresh();
    let reports = 0;
    /** Asks once behind an answer, however often rows changed meanwhile: an import changes thousands. */
    async function reported(): Promise<void> {
      reports += 1;
      if (reports > 1) return;
      await refresh();
      const isAgain = reports > 1 && !left;
      reports = 0;
      if (isAgain) void reported();
    }
    seen();
    const timer = setInterval(seen, every);
    const unfollow = sync.follow(pull.tables, () => void reported());
    document.addEventListener("visibilitychange", seen);
    return () => {
      left = true;
      clearInterval(timer);
      unfollow();
      document.removeEventListener("visibilitychange", seen);
    };
  }, [sync, pull, connected, every]);
}
