import { Tabs } from "@mantine/core";
import type { ComponentType } from "react";
import { useSearchParams } from "react-router-dom";
import { ChangedCompany } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import classes from "../admin-page.module.css";
import { AnswersPanel } from "../answers/answers-panel.tsx";
import { GoldenSet } from "../golden-set/golden-set.tsx";
import { IntegrationsPanel } from "../integrations/integrations-panel.tsx";
import { JobsPanel } from "../jobs/jobs-panel.tsx";
import { VocabularyPanel } from "../vocabulary/vocabulary-panel.tsx";
import { OverviewPanel } from "./overview-panel.tsx";

/** What there is to know and to keep of a company. Each section has an address like a tab: `?tab=vocabulary`. */
export const COMPANY_SECTIONS: readonly {
  value: string;
  label: string;
  Panel: ComponentType<{ companyId: string }>;
}[] = [
  { value: "overview", label: "Overview", Panel: OverviewPanel },
  { value: "jobs", label: "Jobs", Panel: JobsPanel },
  { value: "answers", label: "Answers", Panel: AnswersPanel },
  { value: "vocabulary", label: "Vocabulary", Panel: VocabularyPanel },
  { value: "golden-set", label: "Golden questions", Panel: GoldenSet },
  { value: "integrations", label: "Integrations", Panel: IntegrationsPanel },
];

/** The sections of a company, one at a time: the one that the address names, or the first. */
export function CompanyPanel({ companyId }: { companyId: string | null }) {
  const [parameters, setParameters] = useSearchParams();
  if (companyId === null) return <p className={shared.empty}>There is no company to show.</p>;
  const asked = parameters.get("tab");
  const shown = COMPANY_SECTIONS.find(({ value }) => value === asked) ?? COMPANY_SECTIONS[0];

  // Filters and sorts belong to a section.
  function open(value: string | null): void {
    const company = parameters.get("company");
    setParameters({ tab: value ?? "company", ...(company !== null && { company }) });
  }

  return (
    <Tabs
      variant="pills"
      value={shown?.value ?? null}
      onChange={open}
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List aria-label="Sections of the company" className={classes.sections ?? ""}>
        {COMPANY_SECTIONS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} className={classes.tab ?? ""}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <ChangedCompany companyId={companyId} />
      {COMPANY_SECTIONS.map(({ value, Panel }) => (
        <Tabs.Panel key={value} value={value} className={classes.panel ?? ""}>
          <Panel companyId={companyId} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
