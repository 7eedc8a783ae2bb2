import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { shownIn, withShown } from "#features/administration/shown-in-address.ts";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  REVIEW_COUNTS,
  type ReviewFilter,
  readAnswersToReview,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { readList } from "#mirror/person/lists/server-list.ts";
import { pullAnswersToReview } from "#sync/pull/pull-administration.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { useGoldenActions } from "../golden-set/use-golden-actions.ts";
import { namesIn } from "../knowledge-base/documents.ts";
import { useDocuments } from "../knowledge-base/use-documents.ts";
import { AddToGoldenSet } from "./add-to-golden-set.tsx";
import { AnswerEntry } from "./answer-entry.tsx";
import classes from "./answers-panel.module.css";
import { ReviewFilters } from "./review-filters.tsx";
import { describeQuestion, reviewMarks } from "./review-texts.ts";

/** How many answers are loaded at a time. */
const PAGE = 25;

const TEXTS: ListTexts = {
  empty: "No answers to look at",
  loading: "Loading answers...",
  failed: "The answers could not be loaded.",
  absent: "The answers are not on this device. They come when you are back online.",
};
/** The height of a typical entry with the gap below it, in px, until it is measured. */
const ENTRY_HEIGHT = 212;

const ORDERS = {
  question: { title: "Question", value: describeQuestion },
  person: { title: "Person", value: ({ person }) => person },
  agent: { title: "Agent", value: ({ agent }) => AGENTS[agent].name },
  mark: { title: "Mark", value: (answer) => reviewMarks(answer).join(", ") },
} as const satisfies SortColumns<AnswerToReview>;

/** The answers of a company that found nothing, or that people marked as wrong. */
export function AnswersPanel({ companyId }: { companyId: string }) {
  const db = useMirror();
  const { week, fileId, limit, choose } = useChosenAnswers();
  const order = sortIn(useSearchParams());
  const filter: ReviewFilter = useMemo(
    () => ({ companyId, week, fileId }),
    [companyId, week, fileId],
  );
  const counts = useLive(() => readList(db, REVIEW_COUNTS, companyId), [db, companyId]);
  const { files, documents, areKnown } = useDocuments(companyId);
  const { rows: answers, state } = useList(
    reviewScope(filter),
    (mirror) => readAnswersToReview(mirror, filter, limit),
    [filter, limit],
  );
  const { refreshed } = state;
  useRefresh(useMemo(() => pullAnswersToReview(filter, limit), [filter, limit]));
  useRefresh(pullList(REVIEW_COUNTS, companyId));
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const readOnly = readOnlyReason !== null || command === null;
  const actions = useGoldenActions(command, companyId);
  const findName = useMemo(
    () => namesIn(new Map(files.map((file) => [file.id, file])), areKnown),
    [files, areKnown],
  );

  const entry = (answer: AnswerToReview) => (
    <AnswerEntry answer={answer} findName={findName}>
      <AddToGoldenSet
        answer={answer}
        documents={documents}
        readOnly={readOnly}
        onAdd={actions.add}
      />
    </AnswerEntry>
  );
  return (
    <section aria-labelledby="answers" className={classes.panel}>
      <h2 id="answers" className={classes.title}>
        Answers to look at
      </h2>
      <p className={classes.about}>
        Questions that found nothing in the documents, and answers that people marked as wrong.
      </p>
      {readOnlyReason !== null && (
        <p className={classes.about}>
          {readOnlyReason}
          {typeof refreshed === "number" && ` As of ${formatBriefMoment(refreshed, Date.now())}.`}
        </p>
      )}
      <RefreshNotice state={state} />
      <ReviewFilters
        counts={counts ?? []}
        findName={findName}
        week={week}
        fileId={fileId}
        onChange={(chosen) => choose({ week, fileId, limit: PAGE, ...chosen })}
      />
      {answers !== undefined && answers.length > 0 && (
        <>
          <SortField {...order} columns={ORDERS} usual="Newest first" />
          <RowList
            rows={sortRows(answers, ORDERS, order.sort)}
            label="Answers to look at"
            usualHeight={ENTRY_HEIGHT}
            row={entry}
            dense
          />
        </>
      )}
      {answers?.length === limit && (
        <Button
          variant="default"
          className={classes.more ?? ""}
          onClick={() => choose({ week, fileId, limit: limit + PAGE })}
        >
          Load more
        </Button>
      )}
      {(answers === undefined || answers.length === 0) && (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={ENTRY_HEIGHT} />
      )}
    </section>
  );
}

const WEEK = /^\d{4}-\d\d-\d\d$/;
const ID = /^[\da-f-]{36}$/;

/** Which answers are shown, and how many: in the address, so that a reload brings the same view. */
interface ChosenAnswers {
  week: string | null;
  fileId: string | null;
  limit: number;
}

function useChosenAnswers(): ChosenAnswers & { choose: (chosen: ChosenAnswers) => void } {
  const [parameters, setParameters] = useSearchParams();
  const value = (name: string, form: RegExp) => {
    const text = parameters.get(name) ?? "";
    return form.test(text) ? text : null;
  };
  return {
    week: value("week", WEEK),
    fileId: value("document", ID),
    limit: shownIn(parameters, PAGE),
    choose: ({ week, fileId, limit }) =>
      setParameters(
        (before) => {
          const next = withShown(before, limit > PAGE ? limit : null);
          for (const [name, chosen] of Object.entries({ week, document: fileId })) {
            if (chosen === null) next.delete(name);
            else next.set(name, chosen);
          }
          return next;
        },
        { replace: true },
      ),
  };
}
