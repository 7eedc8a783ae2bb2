import { AGENTS } from "@contracts/agent.ts";
import { GOLDEN_LIMIT, type GoldenEntry, type GoldenQuestion } from "@contracts/golden-question.ts";
import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useServerList } from "#features/lists/use-list.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import list from "#ui/row.module.css";
import type { SortColumns } from "#ui/sort.ts";
import {
  type CurrentVersions,
  type FindName,
  namesIn,
  useDocuments,
} from "../knowledge-base/documents.ts";
import { EXPECTED_NAMES, GoldenForm } from "./golden-form.tsx";
import classes from "./golden-set.module.css";
import { useGoldenActions } from "./use-golden-actions.ts";

const TEXTS = listTexts("No golden questions yet", "golden set", "is");

const ORDERS = {
  question: { title: "Question", value: ({ question }) => question },
  agent: { title: "Agent", value: ({ agent }) => AGENTS[agent].name },
} as const satisfies SortColumns<GoldenQuestion>;

/** The golden set of a company: its questions, and a form for one more. */
export function GoldenSet({ companyId }: { companyId: string }) {
  const readOnly = useReadOnly();
  const actions = useGoldenActions(companyId);
  const { versions: documents, areKnown } = useDocuments(companyId);
  const { rows, state } = useServerList(GOLDEN_QUESTIONS, null, companyId);
  const findName = useMemo(() => namesIn(documents, areKnown), [documents, areKnown]);
  return (
    <section tabIndex={-1} aria-labelledby="golden-set" className={shared.panel}>
      <div className={shared.head} data-words>
        <h2 id="golden-set" className={shared.title}>
          Golden set
        </h2>
        {typeof state.refreshed === "number" && (
          <p className={shared.about}>
            {rows?.length ?? 0} of {GOLDEN_LIMIT}
          </p>
        )}
      </div>
      <p className={shared.about}>
        Questions with what their answers must be. They are asked before a prompt is saved, and
        before a document is replaced or deleted.
      </p>
      <ReadOnlyNotice />
      <GoldenForm documents={documents} label="Add question" onSave={actions.add} />
      <ServerRows
        rows={rows}
        state={state}
        words={TEXTS}
        columns={ORDERS}
        usual="Newest first"
        label="Golden set"
        usualHeight={162}
        row={(row) => (
          <GoldenRow
            row={row}
            documents={documents}
            findName={findName}
            readOnly={readOnly}
            onChange={(entry) => actions.change(row.id, entry)}
            onRemove={() => void actions.remove(row)}
          />
        )}
      />
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
  const { row, documents, readOnly } = props;
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <div className={list.row}>
        <GoldenForm
          entry={row}
          documents={documents}
          label="Save question"
          onSave={props.onChange}
          onClose={() => setEditing(false)}
        />
      </div>
    );
  }
  return (
    <article className={`${list.row} ${classes.row}`}>
      <h3 className={shared.name}>{row.question}</h3>
      <p className={shared.about}>
        {AGENTS[row.agent].name} · {describeExpectation(row, props.findName)}
      </p>
      <div className={shared.actions}>
        <Button
          variant="default"
          disabled={readOnly}
          aria-label={`Edit: ${row.question}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        <ActionButton
          icon={Trash2}
          disabled={readOnly}
          aria-label={`Delete: ${row.question}`}
          onClick={props.onRemove}
        >
          Delete
        </ActionButton>
      </div>
    </article>
  );
}

/** The expectation of a golden question, in one line. */
function describeExpectation(
  { expected, expected_text, file_id }: GoldenEntry,
  findName: FindName,
): string {
  const words = expected_text === null ? "" : `: “${expected_text}”`;
  const file = file_id === null ? "" : ` (${findName(file_id)})`;
  return `${EXPECTED_NAMES[expected]}${words}${file}`;
}
