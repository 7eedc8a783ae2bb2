import { VOCABULARY_LIMIT } from "@contracts/vocabulary.ts";
import { Button, FileButton, TextInput } from "@mantine/core";
import { Download, FileUp } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import {
  readDismissedTerms,
  readVocabulary,
  vocabularyScope,
} from "#mirror/person/lists/vocabulary.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { pullVocabulary } from "#sync/pull/vocabulary.ts";
import { saveCsv } from "#ui/csv.ts";
import { briefMomentWords } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
import { showError } from "#ui/toast.ts";
import { NewTermForm } from "./new-term-form.tsx";
import { ProposalsSection } from "./proposals-section.tsx";
import { TermRow } from "./term-row.tsx";
import { useProposals } from "./use-proposals.ts";
import { useTermActions } from "./use-term-actions.ts";
import { vocabularyCsv, vocabularyFileName } from "./vocabulary-csv.ts";
import classes from "./vocabulary-panel.module.css";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 82;
/** A shorter list is seen at a glance. */
const SEARCHED_FROM = 10;

/** The words of a company's trade, which its transcriptions are written with. */
export function VocabularyPanel({ companyId }: { companyId: string | null }) {
  return companyId === null ? (
    <p className={classes.empty}>You need to be assigned to a company to have a vocabulary</p>
  ) : (
    <CompanyVocabulary companyId={companyId} />
  );
}

function CompanyVocabulary({ companyId }: { companyId: string }) {
  const db = useMirror();
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const readOnly = readOnlyReason !== null || command === null;
  const [failed, setFailed] = useState(false);
  const [search, setSearch] = useState("");
  const resetFile = useRef<() => void>(null);
  const rows = useLive(() => readVocabulary(db, companyId), [db, companyId]);
  const dismissed = useLive(() => readDismissedTerms(db, companyId), [db, companyId]);
  const refreshed = useLive(() => refreshedAt(db, vocabularyScope(companyId)), [db, companyId]);
  useRefresh(
    useMemo(() => pullVocabulary(companyId), [companyId]),
    (message) => {
      setFailed(true);
      showError("Error loading vocabulary", message);
    },
  );
  const known = useMemo(
    () => [...(rows ?? []).map(({ term }) => term), ...(dismissed ?? [])],
    [rows, dismissed],
  );
  const proposals = useProposals(companyId, known);
  const { add, remove, importFile, isImporting } = useTermActions(command, companyId);
  const all = rows ?? [];
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return (rows ?? []).filter(({ term, heard }) =>
      `${term}\n${heard ?? ""}`.toLowerCase().includes(wanted),
    );
  }, [rows, search]);
  // Before the server's first answer, an empty mirror does not mean that there are no terms.
  const isKnown = typeof refreshed === "number";

  return (
    <div className={classes.panel}>
      <section aria-labelledby="add-term" className={classes.section}>
        <h2 id="add-term" className={classes.title}>
          Add a term
        </h2>
        <p className={classes.about}>
          Model numbers, parts, people and places. What sounds like one of them in a voice note is
          written as it is here.
        </p>
        {readOnlyReason !== null && (
          <p className={classes.notice}>
            {readOnlyReason}
            {isKnown && ` As of ${briefMomentWords(refreshed, Date.now())}.`}
          </p>
        )}
        <NewTermForm readOnly={readOnly} onAdd={add} />
      </section>
      {isKnown && (
        <ProposalsSection
          companyId={companyId}
          proposals={proposals}
          readOnly={readOnly}
          onAdd={add}
        />
      )}
      <section aria-labelledby="vocabulary" className={classes.section}>
        <div className={classes.head}>
          <h2 id="vocabulary" className={classes.title}>
            Vocabulary
          </h2>
          {isKnown && (
            <p className={classes.about}>
              {all.length} of {VOCABULARY_LIMIT.toLocaleString("en")}
            </p>
          )}
        </div>
        <div className={classes.files}>
          <FileButton
            accept=".csv,text/csv"
            resetRef={resetFile}
            disabled={readOnly}
            onChange={(file) => {
              // So that the same file can be chosen again.
              resetFile.current?.();
              if (file !== null) void importFile(file);
            }}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<FileUp size={18} aria-hidden />}
                disabled={readOnly}
                aria-disabled={isImporting || undefined}
              >
                {isImporting ? "Importing..." : "Import CSV"}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<Download size={18} aria-hidden />}
            disabled={!isKnown || all.length === 0}
            onClick={() => saveCsv(vocabularyFileName(Date.now()), vocabularyCsv(all))}
          >
            Export CSV
          </Button>
        </div>
        {all.length >= SEARCHED_FROM && (
          <TextInput
            type="search"
            label="Find a term"
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
        )}
        {found.length > 0 && (
          <RowList
            rows={found}
            label="Vocabulary"
            usualHeight={USUAL_HEIGHT}
            row={(row) => <TermRow row={row} readOnly={readOnly} onRemove={remove} />}
          />
        )}
        {found.length === 0 && rows !== undefined && refreshed !== undefined && (
          <p role="status" className={classes.empty}>
            {all.length > 0
              ? "No term like that"
              : emptyWords({ isKnown, offline: readOnlyReason !== null, failed })}
          </p>
        )}
      </section>
    </div>
  );
}

function emptyWords(state: { isKnown: boolean; offline: boolean; failed: boolean }): string {
  if (state.isKnown) return "No terms yet";
  if (state.offline) return "The vocabulary of this company is not on this device yet.";
  return state.failed ? "The vocabulary could not be loaded." : "Loading vocabulary...";
}
