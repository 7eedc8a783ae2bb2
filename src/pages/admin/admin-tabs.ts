import type { Role } from "@contracts/person.ts";
import type { ComponentType } from "react";
import { KnowledgeBasePanel } from "./knowledge-base/knowledge-base-panel.tsx";

export interface AdminTab {
  value: string;
  label: string;
  roles: readonly Role[];
  /** Shows one company; null for an administrator without one. */
  Panel: ComponentType<{ companyId: string | null }>;
}

const TABS: readonly AdminTab[] = [
  {
    value: "knowledge-base",
    label: "Knowledge Base",
    roles: ["admin", "super_admin"],
    Panel: KnowledgeBasePanel,
  },
];

/** What a person with that role finds on the page, the first tab first shown. */
export function adminTabs(role: Role): readonly AdminTab[] {
  return TABS.filter(({ roles }) => roles.includes(role));
}
