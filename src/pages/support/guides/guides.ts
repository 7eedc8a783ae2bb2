import { adminDashboard } from "./admin-dashboard.ts";
import { agentGuides } from "./agent-guides.ts";
import { gettingStarted } from "./getting-started.ts";
import type { Guide } from "./guide.ts";
import { knowledgeBase } from "./knowledge-base.ts";

/** The guides in the order of the support page. */
export const GUIDES: readonly Guide[] = [
  gettingStarted,
  agentGuides,
  adminDashboard,
  knowledgeBase,
];

/** The guide that `/support?guide=…` names. */
export function findGuide(id: string | null): Guide | undefined {
  return GUIDES.find((guide) => guide.id === id);
}
