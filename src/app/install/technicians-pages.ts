/**
 * What loads the pages of technicians. One function a page, whoever asks for it: what of a page failed
 * to load is noted by it.
 */
export const technicianPages = {
  layout: () => import("../shell/signed-in-layout.tsx"),
  dashboard: () => import("#pages/dashboard/dashboard-page.tsx"),
  voiceAgent: () => import("#pages/voice-agent/voice-agent-page.tsx"),
  snapAgent: () => import("#pages/snap-agent/snap-agent-page.tsx"),
  labelAgent: () => import("#pages/label-agent/label-agent-page.tsx"),
  askAgent: () => import("#pages/ask-agent/ask-agent-page.tsx"),
  history: () => import("#pages/history/history-page.tsx"),
  settings: () => import("#pages/settings/settings-page.tsx"),
};
