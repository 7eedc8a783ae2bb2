import { plainName } from "@contracts/plain-name.ts";
import {
  type SpokenTerm,
  TERM_LIMIT,
  VOCABULARY_LIMIT,
  type VocabularyTerm,
} from "@contracts/vocabulary.ts";
import { Button, TextInput } from "@mantine/core";
import { Download, Trash2 } from "lucide-react";
import { type FormEvent, memo, useMemo, useRef, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { useSearchInAddress } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useServerList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDismissedTerms, VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import { saveCsv } from "#ui/csv.ts";
import { formatDay } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import type { SortColumns } from "#ui/sort.ts";
import { CsvButton } from "../csv-button.tsx";
import { CorrectionsSection, ProposalsSection } from "./proposals-section.tsx";
import { useTermActions } from "./use-term-actions.ts";
import { findProblem, vocabularyCsv } from "./vocabulary-csv.ts";
import classes from "./vocabulary-panel.module.css";

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

const TEXTS = {
  ...listTexts("No terms yet", "vocabulary"),
  absent: "The vocabulary of this company is not on this device yet.",
};

/** The words of a company's trade, which its transcriptions are written with. */
export function VocabularyPanel({ companyId }: { companyId: string }) {
  const db = useMirror();
  const readOnly = useReadOnly();
  const [search, searchField] = useSearchInAddress();
  const dismissed = useLive(() => readDismissedTerms(db, companyId), [db, companyId]);
  const { rows: stored, state } = useServerList(VOCABULARY, "Error loading vocabulary", companyId);
  const all = useMemo(() => stored ?? [], [stored]);
  const known = useMemo(
    () => [...all.map(({ term }) => term), ...(dismissed ?? [])],
    [all, dismissed],
  );
  const { add, remove, importFile, isImporting } = useTermActions(companyId);
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return all.filter(({ term, heard }) =>
      `${term}\n${heard ?? ""}`.toLowerCase().includes(wanted),
    );
  }, [all, search]);
  // Before the server's first answer, an empty mirror does not mean that there are no terms.
  const isKnown = typeof state.refreshed === "number";

  return (
    <div className={classes.panel}>
      <section aria-labelledby="add-term" className={shared.panel}>
        <h2 id="add-term" className={shared.title}>
          Add a term
        </h2>
        <p className={shared.about}>
          Model numbers, parts, people and places. What sounds like one of them in a voice note is
          written as it is here.
        </p>
        <ReadOnlyNotice refreshed={state.refreshed} />
        <NewTermForm readOnly={readOnly} onAdd={add} />
      </section>
      {isKnown && dismissed !== undefined && (
        <CorrectionsSection
          companyId={companyId}
          vocabulary={all}
          dismissed={dismissed}
          readOnly={readOnly}
          onAdd={add}
        />
      )}
      <ProposalsSection
        companyId={companyId}
        known={isKnown ? known : null}
        readOnly={readOnly}
        onAdd={add}
      />
      <section aria-labelledby="vocabulary" className={shared.panel}>
        <div className={shared.head} data-words>
          <h2 id="vocabulary" className={shared.title}>
            Vocabulary
          </h2>
          {isKnown && (
            <p className={shared.about}>
              {all.length} of {VOCABULARY_LIMIT.toLocaleString("en")}
            </p>
          )}
        </div>
        <div className={shared.actions}>
          <CsvButton
            disabled={readOnly}
            aria-disabled={isImporting || undefined}
            onChoose={(file) => void importFile(file)}
          >
            {isImporting ? "Importing..." : "Import CSV"}
          </CsvButton>
          <ActionButton
            icon={Download}
            disabled={!isKnown || all.length === 0}
            onClick={() => {
              const day = new Date().toISOString().slice(0, 10);
              saveCsv(`vocabulary-${day}.csv`, vocabularyCsv(all));
            }}
          >
            Export CSV
          </ActionButton>
        </div>
        {(all.length >= SEARCHED_FROM || search !== "") && (
          <TextInput {...searchField} label="Find a term" />
        )}
        <ServerRows
          rows={found}
          state={state}
          words={TEXTS}
          none={
            all.length > 0 && (
              <p role="status" className={shared.empty}>
                No term like that
              </p>
            )
          }
          columns={ORDERS}
          usual="Term"
          label="Vocabulary"
          usualHeight={82}
          row={(row) => <TermRow row={row} readOnly={readOnly} onRemove={remove} />}
        />
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
      <ActionButton
        icon={Trash2}
        disabled={readOnly}
        aria-label={`Delete: ${row.term}${row.heard === null ? "" : `, which replaces ${row.heard}`}`}
        onClick={() => onRemove(row)}
      >
        Delete
      </ActionButton>
    </div>
  );
});

/** Adds one entry by hand. */
function NewTermForm(props: {
  readOnly: boolean;
  /** @returns whether it was added */
  onAdd: (entry: SpokenTerm) => Promise<boolean>;
}) {
  const [term, setTerm] = useState("");
  const [heard, setHeard] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const common = {
    maxLength: TERM_LIMIT,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    readOnly: props.readOnly || busy,
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || props.readOnly) return;
    const entry = { term: plainName(term), heard: plainName(heard) || null };
    const wrong = findProblem(entry);
    setProblem(wrong);
    field.current?.focus();
    if (wrong !== null) return;
    setBusy(true);
    if (await props.onAdd(entry)) {
      setTerm("");
      setHeard("");
    }
    setBusy(false);
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        {...common}
        ref={field}
        label="Term"
        description="As your company writes it, for example HX-200"
        value={term}
        error={problem}
        errorProps={{ role: "alert" }}
        onChange={({ currentTarget: { value } }) => {
          setTerm(value);
          setProblem(null);
        }}
      />
      <TextInput
        {...common}
        label="Always replaces (optional)"
        description="What is heard instead, for example contractor"
        value={heard}
        onChange={({ currentTarget: { value } }) => setHeard(value)}
      />
      {/* Not `disabled` while busy: the button would lose the focus. */}
      <Button
        type="submit"
        className={classes.start}
        disabled={props.readOnly}
        aria-disabled={busy || undefined}
      >
        {busy ? "Adding..." : "Add term"}
      </Button>
    </form>
  );
}
