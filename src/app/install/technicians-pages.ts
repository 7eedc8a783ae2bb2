import type { Agent } from "@contracts/agent.ts";
import type { ComponentType } from "react";

/** Loads the technicians' pages; the loader notes failures by function: callers share these. */
export const technicianPages = {
  layout: () => import("../shell/signed-in-layout.tsx"),
  dashboard: () => import("#pages/dashboard/dashboard-page.tsx"),
  history: () => import("#pages/history/history-page.tsx"),
  settings: () => import("#pages/settings/settings-page.tsx"),
};

/** The functions that load the page of each agent, shared in the same way. */
export const agentPages: Readonly<Record<Agent, () => Promise<{ AgentPage: ComponentType }>>> = {
  voice: () => import("#pages/voice-agent/voice-agent-page.tsx"),
  snap: () => import("#pages/snap-agent/snap-agent-page.tsx"),
  label: () => import("#pages/label-agent/label-agent-page.tsx"),
  ask: () => import("#pages/ask-agent/ask-agent-page.tsx"),
};
