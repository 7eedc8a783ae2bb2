import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import { companiesWithPromptDrafts } from "#mirror/person/lists/prompt-drafts.ts";
import classes from "./ai-settings-panel.module.css";

/** Reminds of what was edited for other companies and not saved. */
export function DraftsElsewhere({ companyId }: { companyId: string }) {
  const db = useMirror();
  const edited = useLive(() => companiesWithPromptDrafts(db), [db]) ?? [];
  const companies = useLive(() => readCompanies(db), [db]) ?? [];
  const names = companies
    .filter(({ id }) => id !== companyId && edited.includes(id))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return <p className={classes.kept}>Unsaved changes are kept for {names.join(", ")}</p>;
}
