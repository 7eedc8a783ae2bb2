import type { Role } from "@contracts/role.ts";
import type { ComponentType } from "react";
import { ActivityLogsPanel } from "./activity-logs/activity-logs-panel.tsx";
import { AiSettingsPanel } from "./ai-settings/ai-settings-panel.tsx";
import { CompaniesPanel } from "./companies/companies-panel.tsx";
import { COMPANY_SECTIONS, CompanyPanel } from "./company/company-panel.tsx";
import { KnowledgeBasePanel } from "./knowledge-base/knowledge-base-panel.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

interface AnyTab {
  value: string;
  label: string;
  roles: readonly Role[];
}

interface PanelTab extends AnyTab {
  /** The panel of one company; null for an administrator without a company. */
  Panel: ComponentType<{ companyId: string | null }>;
  /**
   * The panel shows data of several companies, and does not change when another company is chosen.
   */
  ofAllCompanies?: true;
  /** The names of its parts, which have addresses of their own. */
  sections?: readonly string[];
}

/** A tab that opens a page of its own. */
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
  {
    value: "company",
    label: "Company",
    roles: ["admin", "super_admin"],
    Panel: CompanyPanel,
    sections: COMPANY_SECTIONS.map(({ value }) => value),
  },
];

/** The tabs for a role: those of the specification in its order, and behind them what is added. */
export function adminTabs(role: Role): readonly AdminTab[] {
  return TABS.filter(({ roles }) => roles.includes(role));
}

/** The tab that an address asks for by its name or by that of a section of it; else the first one. */
export function findTab(tabs: readonly AdminTab[], asked: string | null): AdminTab | undefined {
  const isAsked = (tab: AdminTab) =>
    tab.value === asked || ("sections" in tab && tab.sections?.includes(asked ?? ""));
  return tabs.find(isAsked) ?? tabs[0];
}
