import { useMemo, useState } from "react";
import { useReadOnlyReason } from "#features/administration/use-command.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readCompanies } from "#mirror/person/lists/companies.ts";
import { companiesWithPromptDrafts, readPromptDrafts } from "#mirror/person/lists/prompt-drafts.ts";
import { promptSettingsScope, readPromptSettings } from "#mirror/person/lists/prompt-settings.ts";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { pullPromptSettings } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { briefMomentWords } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";
import classes from "./ai-settings-panel.module.css";
import { PromptEditor } from "./prompt-editor.tsx";
import { listPrompts } from "./prompt-list.ts";

/** Edits the instructions that a company's agents receive before they answer. */
export function AiSettingsPanel({ companyId }: { companyId: string | null }) {
  return companyId === null ? (
    <p className={classes.empty}>Create a company first: prompts belong to one</p>
  ) : (
    <CompanyPrompts companyId={companyId} />
  );
}

function CompanyPrompts({ companyId }: { companyId: string }) {
  const db = useMirror();
  const readOnlyReason = useReadOnlyReason();
  const [failed, setFailed] = useState(false);
  const rows = useLive(() => readPromptSettings(db, companyId), [db, companyId]);
  const drafts = useLive(() => readPromptDrafts(db, companyId), [db, companyId]);
  const refreshed = useLive(() => refreshedAt(db, promptSettingsScope(companyId)), [db, companyId]);
  const pull = useMemo(() => pullPromptSettings(companyId), [companyId]);
  useRefresh(pull, (message) => {
    setFailed(true);
    showError("Error loading prompts", message);
  });
  const prompts = useMemo(
    () => (rows === undefined || drafts === undefined ? null : listPrompts(rows, drafts)),
    [rows, drafts],
  );
  // Before the server's first answer, it is unknown which prompts are the company's own.
  const known = typeof refreshed === "number";
  return (
    <div className={classes.panel}>
      <div className={classes.intro}>
        <h2 className={classes.title}>Prompts</h2>
        <p className={classes.about}>
          What the agents of this company are told before they answer. Where the company has no text
          of its own, they use the built-in text.
        </p>
        <DraftsElsewhere companyId={companyId} />
        {readOnlyReason !== null && (
          <p className={classes.notice}>
            {readOnlyReason}
            {known && ` As of ${briefMomentWords(refreshed, Date.now())}.`}
          </p>
        )}
      </div>
      {known && prompts !== null && <PromptEditor companyId={companyId} prompts={prompts} />}
      {refreshed === null && (
        <p className={classes.empty}>{unknownWords(failed, readOnlyReason !== null)}</p>
      )}
    </div>
  );
}

function unknownWords(failed: boolean, offline: boolean): string {
  if (offline) return "The prompts of this company are not on this device yet.";
  return failed ? "The prompts could not be loaded." : "Loading prompts...";
}

/** A reminder of unsaved edits for other companies. */
function DraftsElsewhere({ companyId }: { companyId: string }) {
  const db = useMirror();
  const edited = useLive(() => companiesWithPromptDrafts(db), [db]) ?? [];
  const companies = useLive(() => readCompanies(db), [db]) ?? [];
  const names = companies
    .filter(({ id }) => id !== companyId && edited.includes(id))
    .map(({ name }) => name);
  if (names.length === 0) return null;
  return <p className={classes.kept}>Unsaved changes are kept for {names.join(", ")}</p>;
}
