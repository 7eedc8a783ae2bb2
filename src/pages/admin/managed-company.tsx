import { NativeSelect } from "@mantine/core";
import { useEffect } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import { pullCompanies } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";

/**
 * The company that a super administrator manages on this page. It is the first company until they
 * choose one, and again after the chosen one is deleted.
 */
export function ManagedCompany(props: {
  companyId: string | null;
  onChange: (companyId: string | null) => void;
}) {
  const { companyId, onChange } = props;
  const db = useMirror();
  const companies = useLive(() => readCompanies(db), [db]);
  useEffect(() => {
    if (companies === undefined || companies.some(({ id }) => id === companyId)) return;
    onChange(companies[0]?.id ?? null);
  }, [companyId, companies, onChange]);
  useRefresh(pullCompanies, tellOfCompanies);
  return (
    <NativeSelect
      label="Managing Company"
      value={companyId ?? ""}
      data={(companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function tellOfCompanies(message: string): void {
  showError("Error loading companies", message);
}
