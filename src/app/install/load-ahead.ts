import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSession } from "#session/session.ts";
import { technicianPages } from "./technicians-pages.ts";

/** What a technician opens, the most urgent first: a voice note can't be spoken again later. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  technicianPages.layout,
  technicianPages.voiceAgent,
  technicianPages.dashboard,
  () => import("#sync/page-sync.ts"),
  () => import("../queue/queue-dialog.tsx"),
  () => import("../shell/menu-drawer.tsx"),
  technicianPages.snapAgent,
  technicianPages.history,
  technicianPages.labelAgent,
  technicianPages.askAgent,
  technicianPages.settings,
];

/**
 * Loads the pages of technicians into this tab as soon as somebody is about to sign in, or has, one
 * after the other: they may be without a signal a moment later, before the service worker has stored
 * them.
 */
export async function loadAheadForTechnicians(): Promise<void> {
  // A tab that the service worker serves has them from there.
  if (navigator.serviceWorker?.controller) return;
  if (location.pathname !== "/auth") await signedIn();
  for (const load of PARTS) await loadPatiently(load);
}

function signedIn(): Promise<void> {
  return new Promise((resolve) => {
    function look(): void {
      if (useSession.getState().status !== "signed-in") return;
      stop();
      resolve();
    }
    const stop = useSession.subscribe(look);
    look();
  });
}
