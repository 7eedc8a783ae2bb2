import type { Role } from "@contracts/role.ts";
import type { ComponentType } from "react";
import { ActivityLogsPanel } from "./activity-logs/activity-logs-panel.tsx";
import { AiSettingsPanel } from "./ai-settings/ai-settings-panel.tsx";
import { CompaniesPanel } from "./companies/companies-panel.tsx";
import { COMPANY_SECTIONS, CompanyPanel } from "./company/company-panel.tsx";
import { KnowledgeBasePanel } from "./knowledge-base/knowledge-base-panel.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

export type AdminTab = {
  value: string;
  label: string;
  roles: readonly Role[];
} & (
  | {
      /** The panel of one company; null for an administrator without a company. */
      Panel: ComponentType<{ companyId: string | null }>;
      /**
       * The panel shows data of several companies, and does not change when another company is
       * chosen.
       */
      ofAllCompanies?: true;
      /** The names of its parts, which have addresses of their own. */
      sections?: readonly string[];
    }
  // A tab that opens a page of its own.
  | { to: string }
);

const ADMINS: readonly Role[] = ["admin", "super_admin"];
const SUPER: readonly Role[] = ["super_admin"];

const TABS: readonly AdminTab[] = [
  {
    ...{ value: "companies", label: "Companies", roles: SUPER },
    ...{ Panel: CompaniesPanel, ofAllCompanies: true as const },
  },
  { value: "users", label: "Users", roles: ADMINS, Panel: UsersPanel },
  { value: "activity-logs", label: "Activity Logs", roles: ADMINS, Panel: ActivityLogsPanel },
  { value: "detailed-logs", label: "Detailed Logs", roles: ADMINS, to: "/detailed-logs" },
  { value: "knowledge-base", label: "Knowledge Base", roles: ADMINS, Panel: KnowledgeBasePanel },
  { value: "ai-settings", label: "AI Settings", roles: SUPER, Panel: AiSettingsPanel },
  {
    ...{ value: "company", label: "Company", roles: ADMINS, Panel: CompanyPanel },
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
