import { NativeSelect } from "@mantine/core";
import { companyChoices } from "#features/administration/company-choices.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";

/** The company of a new person: any company, or only the viewer's own. */
export function CompanyField(props: {
  /** Empty until one is chosen. */
  companyId: string;
  isChosen: boolean;
  onChange: (companyId: string) => void;
}) {
  const { companyId, isChosen } = props;
  const db = useMirror();
  const companies = useLive(() => readList(db, COMPANIES), [db]) ?? [];
  // If the viewer can choose a company, the admin page already refreshes the companies.
  useRefresh(isChosen ? null : pullList(COMPANIES));
  const choices = companyChoices(companies.filter(({ id }) => isChosen || id === companyId));
  const isListed = choices.some(({ value }) => value === companyId);
  const unlisted = companyId === "" ? "Select a company" : "Your company";
  return (
    <NativeSelect
      name="companyId"
      label="Company"
      value={companyId}
      disabled={!isChosen}
      data={isListed ? choices : [{ value: companyId, label: unlisted }, ...choices]}
      error={companyId === "" && "Company required — Please select a company for the user"}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
