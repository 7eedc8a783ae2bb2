import type { Role } from "@contracts/role.ts";
import type { ComponentType } from "react";
import { ActivityLogsPanel } from "./activity-logs/activity-logs-panel.tsx";
import { AiSettingsPanel } from "./ai-settings/ai-settings-panel.tsx";
import { CompaniesPanel } from "./companies/companies-panel.tsx";
import { KnowledgeBasePanel } from "./knowledge-base/knowledge-base-panel.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

interface AnyTab {
  value: string;
  label: string;
  roles: readonly Role[];
}

interface PanelTab extends AnyTab {
  /** Shows one company; null for an administrator without one. */
  Panel: ComponentType<{ companyId: string | null }>;
  /** It shows more than that company, and stays as it is when another one is managed. */
  ofAllCompanies?: true;
}

/** Leads to a page of its own. */
interface LeadingTab extends AnyTab {
  to: string;
}

export type AdminTab = PanelTab | LeadingTab;

const TABS: readonly AdminTab[] = [
  {
    value: "companies",
    label: "Companies",
    roles: ["super_admin"],
    Panel: CompaniesPanel,
    ofAllCompanies: true,
  },
  {
    value: "users",
    label: "Users",
    roles: ["admin", "super_admin"],
    Panel: UsersPanel,
  },
  {
    value: "activity-logs",
    label: "Activity Logs",
    roles: ["admin", "super_admin"],
    Panel: ActivityLogsPanel,
  },
  {
    value: "detailed-logs",
    label: "Detailed Logs",
    roles: ["admin", "super_admin"],
    to: "/detailed-logs",
  },
  {
    value: "knowledge-base",
    label: "Knowledge Base",
    roles: ["admin", "super_admin"],
    Panel: KnowledgeBasePanel,
  },
  {
    value: "ai-settings",
    label: "AI Settings",
    roles: ["super_admin"],
    Panel: AiSettingsPanel,
  },
];

/** What a person with that role finds on the page, the first tab first shown. */
export function adminTabs(role: Role): readonly AdminTab[] {
  return TABS.filter(({ roles }) => roles.includes(role));
}
