import { loadPatiently } from "../platform/late-code.ts";
import { useSession } from "../session/session.ts";

/**
 * Loads what technicians need into this tab as soon as somebody is about to sign in, or has: they may
 * be without a signal a moment later.
 */
export function loadAheadForTechnicians(): void {
  // A tab that the service worker serves has it from there.
  if (navigator.serviceWorker?.controller) return;
  if (location.pathname === "/auth" || isSignedIn()) return void load();
  const stop = useSession.subscribe(() => {
    if (!isSignedIn()) return;
    stop();
    void load();
  });
}

const isSignedIn = () => useSession.getState().status === "signed-in";

async function load(): Promise<void> {
  const { loadTechniciansCode } = await loadPatiently(() => import("./technicians-code.ts"));
  await loadTechniciansCode();
}
