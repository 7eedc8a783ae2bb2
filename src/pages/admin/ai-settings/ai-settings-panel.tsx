import { useMemo } from "react";
import { ChangedCompany } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { ListPlaceholder, listTexts, RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { companiesWithPromptDrafts, readPromptDrafts } from "#mirror/person/lists/prompt-drafts.ts";
import { PROMPT_SETTINGS } from "#mirror/person/lists/prompt-settings.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";
import classes from "./ai-settings-panel.module.css";
import { PromptEditor } from "./prompt-editor.tsx";
import { listPrompts } from "./prompt-list.ts";

const TEXTS = {
  // There are always the built-in prompts.
  ...listTexts("", "prompts"),
  absent: "The prompts of this company are not on this device yet.",
};

/** Edits the instructions that a company's agents receive before they answer. */
export function AiSettingsPanel({ companyId }: { companyId: string | null }) {
  return companyId === null ? (
    <p className={shared.empty}>Create a company first: prompts belong to one</p>
  ) : (
    <CompanyPrompts companyId={companyId} />
  );
}

function CompanyPrompts({ companyId }: { companyId: string }) {
  const { rows: stored, state } = useList(
    listScope(PROMPT_SETTINGS, companyId),
    async (db) => ({
      rows: await readList(db, PROMPT_SETTINGS, companyId),
      drafts: await readPromptDrafts(db, companyId),
    }),
    [companyId],
  );
  useRefresh(pullList(PROMPT_SETTINGS, companyId), (message) =>
    showError("Error loading prompts", message),
  );
  const prompts = useMemo(
    () => (stored === undefined ? null : listPrompts(stored.rows, stored.drafts)),
    [stored],
  );
  return (
    <div className={classes.panel}>
      <div className={classes.intro}>
        <h2 className={shared.title}>Prompts</h2>
        <p className={shared.about}>
          What the agents of this company are told before they answer. Where the company has no text
          of its own, they use the built-in text.
        </p>
        <ChangedCompany companyId={companyId} />
        <DraftsElsewhere companyId={companyId} />
        <ReadOnlyNotice refreshed={state.refreshed} />
      </div>
      <RefreshNotice state={state} />
      {/* Before the server's first answer, it is unknown which prompts are the company's own. */}
      {state.phase === "known" && prompts !== null ? (
        <PromptEditor companyId={companyId} prompts={prompts} />
      ) : (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={300} />
      )}
    </div>
  );
}

/** A reminder of unsaved edits for other companies. */
function DraftsElsewhere({ companyId }: { companyId: string }) {
  const db = useMirror();
  const edited = useLive(() => companiesWithPromptDrafts(db), [db]) ?? [];
  const names = [...useCompanyNames()]
    .filter(([id]) => id !== companyId && edited.includes(id))
    .map(([, name]) => name);
  if (names.length === 0) return null;
  return <p className={shared.waiting}>Unsaved changes are kept for {names.join(", ")}</p>;
}
