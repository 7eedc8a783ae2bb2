import { loadPatiently } from "../platform/late-code.ts";

/** What a technician opens, the most urgent first: a voice note can't be spoken again later. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("./signed-in-layout.tsx"),
  () => import("../pages/voice-agent/voice-agent-page.tsx"),
  () => import("../pages/dashboard/dashboard-page.tsx"),
  () => import("../sync/page-sync.ts"),
  () => import("./queue/queue-dialog.tsx"),
  () => import("./menu-drawer.tsx"),
  () => import("../pages/snap-agent/snap-agent-page.tsx"),
  () => import("../pages/history/history-page.tsx"),
  () => import("../pages/label-agent/label-agent-page.tsx"),
  () => import("../pages/ask-agent/ask-agent-page.tsx"),
  () => import("../pages/settings/settings-page.tsx"),
];

/**
 * Loads the pages of technicians into this tab, one after the other, while the service worker is still
 * storing them: in a tab that is open already they open without a signal before it is done.
 */
export async function loadTechniciansCode(): Promise<void> {
  for (const load of PARTS) await loadPatiently(load);
}
