import { NativeSelect } from "@mantine/core";
import { useEffect } from "react";
import { companyChoices } from "#features/administration/company-choices.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import { pullCompanies } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";
import classes from "./admin-page.module.css";

/**
 * The company that a super administrator manages on this page. It is the first company until they
 * choose one, and again after the chosen one is deleted.
 */
export function ManagedCompany(props: {
  companyId: string | null;
  onChoose: (companyId: string) => void;
  /** Called with the first company when `companyId` is none of the companies. */
  onMissing: (first: string | null) => void;
}) {
  const { companyId, onChoose, onMissing } = props;
  const db = useMirror();
  const companies = useLive(() => readCompanies(db), [db]);
  useEffect(() => {
    if (companies === undefined || companies.some(({ id }) => id === companyId)) return;
    onMissing(companies[0]?.id ?? null);
  }, [companyId, companies, onMissing]);
  useRefresh(pullCompanies, tellOfCompanies);
  return (
    <NativeSelect
      label="Managing Company"
      className={classes.managed ?? ""}
      value={companyId ?? ""}
      data={companyChoices(companies ?? [])}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

function tellOfCompanies(message: string): void {
  showError("Error loading companies", message);
}
