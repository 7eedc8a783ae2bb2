import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { whenSession } from "#session/session.ts";
import { agentPages, technicianPages } from "./technicians-pages.ts";

/** The code that technicians need, most urgent first: a voice note cannot be spoken again later. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  technicianPages.layout,
  agentPages.voice,
  () => import("#pages/voice-agent/under-recorder.tsx"),
  technicianPages.dashboard,
  () => import("#sync/page-sync.ts"),
  () => import("../queue/queue-dialog.tsx"),
  () => import("../shell/menu-drawer.tsx"),
  agentPages.snap,
  technicianPages.history,
  ...AGENT_IDS.filter((agent) => AGENTS[agent].answersQuestions).map((agent) => agentPages[agent]),
  technicianPages.settings,
];

/** Loads the technicians' pages in sequence, before the signal is lost: at sign-in, or after it. */
export async function loadAheadForTechnicians(): Promise<void> {
  // The service worker already serves these pages to this tab.
  if (navigator.serviceWorker?.controller) return;
  if (location.pathname !== "/auth") await whenSession(({ status }) => status === "signed-in");
  for (const load of PARTS) await loadPatiently(load);
}
