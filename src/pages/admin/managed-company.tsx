import type { Company } from "@contracts/company.ts";
import { NativeSelect } from "@mantine/core";
import { useEffect, useState } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import { type ListState, useServerList } from "#features/lists/use-list.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { lastUse } from "#mirror/person/lists/person-activity.ts";
import { useConnection } from "#sync/sync-context.tsx";
import classes from "./admin-page.module.css";

/** The text of the field while it has no company. */
const WITHOUT_COMPANY: Readonly<Record<ListState["phase"], string>> = {
  loading: "Loading...",
  failed: "Not loaded",
  absent: "Not on this device yet",
  known: "No company yet",
};

/** The company whose people used an agent last; without any, the one with most answers to look at. */
export function busiestCompany(companies: readonly Company[]): Company | undefined {
  return [...companies].sort(
    (a, b) => (lastUse(b) ?? 0) - (lastUse(a) ?? 0) || (b.waiting ?? 0) - (a.waiting ?? 0),
  )[0];
}

/**
 * The company that a super administrator manages on this page. It is the busiest company until they
 * choose one, and again after the chosen one is deleted.
 */
export function ManagedCompany(props: {
  companyId: string | null;
  onChoose: (companyId: string) => void;
  /** Called with the busiest company when there is no company `companyId`. */
  onMissing: (busiest: string | null) => void;
}) {
  const { companyId, onChoose, onMissing } = props;
  const { rows: companies, state } = useServerList(COMPANIES, "Error loading companies");
  const isMirrored = companies?.some(({ id }) => id === companyId) ?? false;
  const canBeNew = useCanBeNew(companyId, state);
  useEffect(() => {
    if (companies === undefined || isMirrored || canBeNew) return;
    onMissing(busiestCompany(companies)?.id ?? null);
  }, [companies, isMirrored, canBeNew, onMissing]);
  const choices = companyChoices(companies ?? []);
  // Without a choice of its own, the field would show the first company.
  if (!isMirrored) {
    const isComing = canBeNew || choices.length > 0;
    const label = WITHOUT_COMPANY[isComing ? "loading" : state.phase];
    choices.unshift({ value: companyId ?? "", label });
  }
  return (
    <NativeSelect
      label="Managing Company"
      className={classes.managed ?? ""}
      value={companyId ?? ""}
      data={choices}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/**
 * Whether a company that is not on this device may be one that this device has not heard of: a link
 * can be newer than the mirror, until the server has answered.
 */
function useCanBeNew(companyId: string | null, { refreshed, isFailing }: ListState): boolean {
  const [openedAt] = useState(Date.now);
  const offline = useConnection() === "down";
  if (companyId === null || offline || isFailing) return false;
  return typeof refreshed !== "number" || refreshed < openedAt;
}
