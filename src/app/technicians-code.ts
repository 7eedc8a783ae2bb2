import { loadPatiently } from "../platform/late-code.ts";
import { technicianPages } from "./technicians-pages.ts";

/** What a technician opens, the most urgent first: a voice note can't be spoken again later. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  technicianPages.layout,
  technicianPages.voiceAgent,
  technicianPages.dashboard,
  () => import("../sync/page-sync.ts"),
  () => import("./queue/queue-dialog.tsx"),
  () => import("./menu-drawer.tsx"),
  technicianPages.snapAgent,
  technicianPages.history,
  technicianPages.labelAgent,
  technicianPages.askAgent,
  technicianPages.settings,
];

/**
 * Loads the pages of technicians into this tab, one after the other, while the service worker is still
 * storing them: in a tab that is open already they open without a signal before it is done.
 */
export async function loadTechniciansCode(): Promise<void> {
  for (const load of PARTS) await loadPatiently(load);
}
