import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import shared from "#features/administration/administration.module.css";
import { shownIn, withShown, withValues } from "#features/administration/list-in-address.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { useReadOnly } from "#features/administration/use-command.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useList, useServerList } from "#features/lists/use-list.ts";
import {
  REVIEW_COUNTS,
  type ReviewFilter,
  readAnswersToReview,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { pullAnswersToReview } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import type { SortColumns } from "#ui/sort.ts";
import { useGoldenActions } from "../golden-set/use-golden-actions.ts";
import { namesIn, useDocuments } from "../knowledge-base/documents.ts";
import { AddToGoldenSet, AnswerEntry } from "./answer-entry.tsx";
import classes from "./answers.module.css";
import { ReviewActions, useAdministrators } from "./review-actions.tsx";
import { DONE, describeQuestion, ReviewFilters, reviewMarks } from "./review-filters.tsx";

/** How many answers are loaded at a time. */
const PAGE = 25;

const TEXTS = listTexts("No answers to look at", "answers");

const ORDERS = {
  question: { title: "Question", value: describeQuestion },
  person: { title: "Person", value: ({ person }) => person },
  agent: { title: "Agent", value: ({ agent }) => AGENTS[agent].name },
  mark: { title: "Mark", value: (answer) => reviewMarks(answer).join(", ") },
} as const satisfies SortColumns<AnswerToReview>;

/** The answers of a company that found nothing, or that people marked as wrong. */
export function AnswersPanel({ companyId }: { companyId: string }) {
  // In the address, so that a reload brings the same view.
  const [parameters, setParameters] = useSearchParams();
  const read = (name: string, form: RegExp) => form.exec(parameters.get(name) ?? "")?.[0] ?? null;
  const week = read("week", /^\d{4}-\d\d-\d\d$/);
  const fileId = read("document", /^[\da-f-]{36}$/);
  const limit = shownIn(parameters, PAGE);
  const done = parameters.get("status") === DONE;
  const filter: ReviewFilter = useMemo(
    () => ({ companyId, week, fileId, done }),
    [companyId, week, fileId, done],
  );
  const { rows: counts = [] } = useServerList(REVIEW_COUNTS, null, companyId);
  const { files, versions: documents, areKnown } = useDocuments(companyId);
  const { rows: answers, state } = useList(
    reviewScope(filter),
    (mirror) => readAnswersToReview(mirror, filter, limit),
    [filter, limit],
  );
  useRefresh(useMemo(() => pullAnswersToReview(filter, limit), [filter, limit]));
  const readOnly = useReadOnly();
  const { add } = useGoldenActions(companyId);
  const administrators = useAdministrators(companyId);
  const findName = useMemo(
    () => namesIn(new Map(files.map((file) => [file.id, file])), areKnown),
    [files, areKnown],
  );
  const show = (most: number | null, chosen: Record<string, string | null> = {}) =>
    setParameters((before) => withValues(withShown(before, most), chosen), { replace: true });
  return (
    <section aria-labelledby="answers" className={shared.panel}>
      <h2 id="answers" className={shared.title}>
        Answers to look at
      </h2>
      <p className={shared.about}>
        Questions that found nothing in the documents, and answers that people marked as wrong. A
        reply goes to the person who asked.
      </p>
      <ReadOnlyNotice refreshed={state.refreshed} />
      <ServerRows
        rows={answers}
        state={state}
        words={TEXTS}
        columns={ORDERS}
        usual="Newest first"
        head={(order) => (
          <div className={shared.head}>
            <ReviewFilters
              counts={counts.filter(({ is_done }) => is_done === done)}
              {...{ findName, week, fileId, done }}
              onChange={(chosen) => show(null, chosen)}
            />
            {answers?.length !== 0 && order}
          </div>
        )}
        label="Answers to look at"
        usualHeight={320}
        ahead={limit}
        row={(answer) => (
          <AnswerEntry answer={answer} findName={findName}>
            <ReviewActions answer={answer} administrators={administrators}>
              <AddToGoldenSet
                answer={answer}
                documents={documents}
                readOnly={readOnly}
                onAdd={add}
              />
            </ReviewActions>
          </AnswerEntry>
        )}
      />
      {answers?.length === limit && (
        <Button variant="default" className={classes.more ?? ""} onClick={() => show(limit + PAGE)}>
          Load more
        </Button>
      )}
    </section>
  );
}
