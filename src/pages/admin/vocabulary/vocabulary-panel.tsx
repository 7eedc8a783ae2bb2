import { VOCABULARY_LIMIT, type VocabularyTerm } from "@contracts/vocabulary.ts";
import { Button, FileButton, TextInput } from "@mantine/core";
import { Download, FileUp, Trash2 } from "lucide-react";
import { memo, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import {
  SEARCH_LIMIT,
  useSearchInAddress,
} from "#features/administration/use-search-in-address.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useServerList } from "#features/lists/use-server-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDismissedTerms, VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import { saveCsv } from "#ui/csv.ts";
import { formatBriefMoment, formatDay } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { NewTermForm } from "./new-term-form.tsx";
import { ProposalsSection } from "./proposals-section.tsx";
import { useProposals } from "./use-proposals.ts";
import { useTermActions } from "./use-term-actions.ts";
import { vocabularyCsv, vocabularyFileName } from "./vocabulary-csv.ts";
import classes from "./vocabulary-panel.module.css";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 82;
const ORDERS = {
  heard: { title: "Always replaces", value: ({ heard }) => heard },
  added: {
    title: "Added",
    value: ({ created_at }) => Date.parse(created_at),
    largestFirst: true,
  },
} as const satisfies SortColumns<VocabularyTerm>;

/** A shorter list is seen at a glance. */
const SEARCHED_FROM = 10;

const TEXTS: ListTexts = {
  empty: "No terms yet",
  loading: "Loading vocabulary...",
  failed: "The vocabulary could not be loaded.",
  absent: "The vocabulary of this company is not on this device yet.",
};

/** The words of a company's trade, which its transcriptions are written with. */
export function VocabularyPanel({ companyId }: { companyId: string }) {
  const db = useMirror();
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const readOnly = readOnlyReason !== null || command === null;
  const [search, setSearch] = useSearchInAddress();
  const resetFile = useRef<() => void>(null);
  const dismissed = useLive(() => readDismissedTerms(db, companyId), [db, companyId]);
  const { rows, state } = useServerList(VOCABULARY, "Error loading vocabulary", companyId);
  const { refreshed } = state;
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
  const order = sortIn(useSearchParams());
  const card = (row: VocabularyTerm) => <TermRow row={row} readOnly={readOnly} onRemove={remove} />;
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
            {isKnown && ` As of ${formatBriefMoment(refreshed, Date.now())}.`}
          </p>
        )}
        <NewTermForm readOnly={readOnly} onAdd={add} />
      </section>
      <ProposalsSection
        companyId={companyId}
        proposals={isKnown ? proposals : null}
        readOnly={readOnly}
        onAdd={add}
      />
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
        {(all.length >= SEARCHED_FROM || search !== "") && (
          <TextInput
            type="search"
            label="Find a term"
            maxLength={SEARCH_LIMIT}
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
        )}
        <RefreshNotice state={state} />
        {found.length > 0 && (
          <>
            <SortField {...order} columns={ORDERS} usual="Term" />
            <RowList
              rows={sortRows(found, ORDERS, order.sort)}
              label="Vocabulary"
              usualHeight={USUAL_HEIGHT}
              row={card}
              dense
            />
          </>
        )}
        {all.length === 0 && (
          <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} />
        )}
        {all.length > 0 && found.length === 0 && (
          <p role="status" className={classes.empty}>
            No term like that
          </p>
        )}
      </section>
    </div>
  );
}

/** An entry of the vocabulary. It renders again only when its own data change. */
const TermRow = memo(function TermRow(props: {
  row: VocabularyTerm;
  readOnly: boolean;
  onRemove: (row: VocabularyTerm) => void;
}) {
  const { row, readOnly, onRemove } = props;
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={classes.entry}>
        <p className={classes.term}>{row.term}</p>
        {row.heard !== null && <p className={classes.heard}>Always replaces “{row.heard}”</p>}
      </div>
      <p className={classes.added}>Added {formatDay(Date.parse(row.created_at))}</p>
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        disabled={readOnly}
        aria-label={`Delete: ${row.term}${row.heard === null ? "" : `, which replaces ${row.heard}`}`}
        onClick={() => onRemove(row)}
      >
        Delete
      </Button>
    </div>
  );
});
