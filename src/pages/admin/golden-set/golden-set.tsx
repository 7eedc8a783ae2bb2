import { AGENTS } from "@contracts/agent.ts";
import { GOLDEN_LIMIT, type GoldenEntry, type GoldenQuestion } from "@contracts/golden-question.ts";
import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useServerList } from "#features/lists/use-server-list.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import list from "#ui/row.module.css";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { type CurrentVersions, type FindName, namesIn } from "../knowledge-base/documents.ts";
import { useDocuments } from "../knowledge-base/use-documents.ts";
import { describeExpectation, NEW_ENTRY } from "./describe-expectation.ts";
import { GoldenForm } from "./golden-form.tsx";
import classes from "./golden-set.module.css";
import { useGoldenActions } from "./use-golden-actions.ts";

const TEXTS: ListTexts = {
  empty: "No golden questions yet",
  loading: "Loading golden set...",
  failed: "The golden set could not be loaded.",
  absent: "The golden set is not on this device. It comes when you are back online.",
};
/** The height of a typical row with the gap below it, in px, until it is measured. */
const ROW_HEIGHT = 162;

const ORDERS = {
  question: { title: "Question", value: ({ question }) => question },
  agent: { title: "Agent", value: ({ agent }) => AGENTS[agent].name },
} as const satisfies SortColumns<GoldenQuestion>;

/** The golden set of a company: its questions, and a form for one more. */
export function GoldenSet({ companyId }: { companyId: string }) {
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const readOnly = readOnlyReason !== null || command === null;
  const actions = useGoldenActions(command, companyId);
  const { documents, areKnown } = useDocuments(companyId);
  const { rows, state } = useServerList(GOLDEN_QUESTIONS, null, companyId);
  const order = sortIn(useSearchParams());
  const findName = useMemo(() => namesIn(documents, areKnown), [documents, areKnown]);
  const card = (row: GoldenQuestion) => (
    <GoldenRow
      row={row}
      documents={documents}
      findName={findName}
      readOnly={readOnly}
      onChange={(entry) => actions.change(row.id, entry)}
      onRemove={() => void actions.remove(row)}
    />
  );
  return (
    <section aria-labelledby="golden-set" className={classes.section}>
      <div className={classes.head}>
        <h2 id="golden-set" className={classes.title}>
          Golden set
        </h2>
        {typeof state.refreshed === "number" && (
          <p className={classes.about}>
            {rows?.length ?? 0} of {GOLDEN_LIMIT}
          </p>
        )}
      </div>
      <p className={classes.about}>
        Questions with what their answers must be. They are asked before a prompt is saved, and
        before a document is replaced or deleted.
      </p>
      {readOnlyReason !== null && <p className={classes.notice}>{readOnlyReason}</p>}
      <GoldenForm
        entry={NEW_ENTRY}
        documents={documents}
        readOnly={readOnly}
        label="Add question"
        onSave={actions.add}
      />
      <RefreshNotice state={state} />
      {rows !== undefined && rows.length > 0 && (
        <>
          <SortField {...order} columns={ORDERS} usual="Newest first" />
          <RowList
            rows={sortRows(rows, ORDERS, order.sort)}
            label="Golden set"
            usualHeight={ROW_HEIGHT}
            row={card}
            dense
          />
        </>
      )}
      {(rows === undefined || rows.length === 0) && (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={ROW_HEIGHT} />
      )}
    </section>
  );
}

function GoldenRow(props: {
  row: GoldenQuestion;
  documents: CurrentVersions;
  findName: FindName;
  readOnly: boolean;
  onChange: (entry: GoldenEntry) => Promise<boolean>;
  onRemove: () => void;
}) {
  const { row, documents, findName, readOnly, onChange, onRemove } = props;
  const [editing, setEditing] = useState(false);
  if (editing) {
    const save = async (entry: GoldenEntry) => {
      const isDone = await onChange(entry);
      if (isDone) setEditing(false);
      return isDone;
    };
    return (
      <div className={list.row}>
        <GoldenForm
          entry={row}
          documents={documents}
          readOnly={readOnly}
          label="Save question"
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      </div>
    );
  }
  return (
    <article className={`${list.row} ${classes.row}`}>
      <h3 className={classes.question}>{row.question}</h3>
      <p className={classes.about}>
        {AGENTS[row.agent].name} · {describeExpectation(row, findName)}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={readOnly}
          aria-label={`Edit: ${row.question}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={readOnly}
          aria-label={`Delete: ${row.question}`}
          onClick={onRemove}
        >
          Delete
        </Button>
      </div>
    </article>
  );
}
