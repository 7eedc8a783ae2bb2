import { NativeSelect } from "@mantine/core";
import { useEffect } from "react";
import { refreshCompanies } from "../../commands/knowledge-files.ts";
import { readCompanies } from "../../mirror/companies.ts";
import { useLive } from "../../mirror/live.ts";
import { useMirror } from "../../mirror/mirror-context.tsx";
import { useSession } from "../../session/session.ts";
import { showError } from "../../ui/toast.ts";

/** Which company a super administrator looks after on this page. The first one, until they choose. */
export function ManagedCompany(props: {
  companyId: string | null;
  onChange: (companyId: string) => void;
}) {
  const { companyId, onChange } = props;
  const db = useMirror();
  const backend = useSession((session) => session.backend);
  const companies = useLive(() => readCompanies(db), [db]);
  const first = companies?.[0]?.id;
  useEffect(() => {
    if (companyId === null && first !== undefined) onChange(first);
  }, [companyId, first, onChange]);
  useEffect(() => {
    if (backend === null) return;
    void refreshCompanies({ db, backend }).then((result) => {
      if (result.kind === "failed") showError("Error loading companies", result.message);
    });
  }, [db, backend]);
  return (
    <NativeSelect
      label="Managing Company"
      value={companyId ?? ""}
      data={(companies ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
