import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useCommand, useReadOnlyReason } from "#features/administration/use-command.ts";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import {
  type ReviewFilter,
  readAnswersToReview,
  readReviewCounts,
  reviewScope,
} from "#mirror/person/lists/answers-to-review.ts";
import { pullKnowledgeFiles } from "#sync/pull/administration.ts";
import { pullAnswersToReview, pullReviewCounts } from "#sync/pull/answers-to-review.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { briefMomentWords } from "#ui/format.ts";
import { GoldenSet } from "../golden-set/golden-set.tsx";
import { useGoldenActions } from "../golden-set/use-golden-actions.ts";
import { currentVersions, documentsOf } from "../knowledge-base/documents.ts";
import { AddToGoldenSet } from "./add-to-golden-set.tsx";
import { AnswerEntry } from "./answer-entry.tsx";
import classes from "./answers-panel.module.css";
import { ReviewFilters } from "./review-filters.tsx";
import { fileNamesOf } from "./review-words.ts";

/** How many answers are loaded at a time. */
const PAGE = 25;

const WORDS: ListWords = {
  empty: "No answers to look at",
  loading: "Loading answers...",
  failed: "The answers could not be loaded.",
  absent: "The answers are not on this device. They come when you are back online.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 200;

/** The answers of a company that found nothing, or that people marked as wrong. */
export function AnswersPanel({ companyId }: { companyId: string | null }) {
  if (companyId === null) return <p className={classes.empty}>There is no company to show.</p>;
  return <Answers companyId={companyId} />;
}

function Answers({ companyId }: { companyId: string }) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const [week, setWeek] = useState<string | null>(null);
  const [fileId, setFileId] = useState<string | null>(null);
  const [limit, setLimit] = useState(PAGE);
  const filter: ReviewFilter = useMemo(
    () => ({ companyId, week, fileId }),
    [companyId, week, fileId],
  );
  const counts = useLive(() => readReviewCounts(db, companyId), [db, companyId]);
  const files = useLive(() => readKnowledgeFiles(db, companyId), [db, companyId]);
  const { rows: answers, state } = useList(
    reviewScope(filter),
    (mirror) => readAnswersToReview(mirror, filter, limit),
    [filter, limit],
  );
  const { refreshed } = state;
  useRefresh(useMemo(() => pullAnswersToReview(filter, limit), [filter, limit]));
  useRefresh(useMemo(() => pullReviewCounts(companyId), [companyId]));
  useRefresh(pullKnowledgeFiles);
  const command = useCommand();
  const readOnlyReason = useReadOnlyReason();
  const readOnly = readOnlyReason !== null || command === null;
  const actions = useGoldenActions(command, companyId);
  const names = useMemo(() => fileNamesOf(files ?? []), [files]);
  const documents = useMemo(() => currentVersions(documentsOf(files ?? [])), [files]);

  function choose(chosen: { week?: string | null; fileId?: string | null }): void {
    if (chosen.week !== undefined) setWeek(chosen.week);
    if (chosen.fileId !== undefined) setFileId(chosen.fileId);
    setLimit(PAGE);
  }

  return (
    <div className={classes.panel}>
      <section aria-labelledby="answers" className={classes.panel}>
        <h2 id="answers" className={classes.title}>
          Answers to look at
        </h2>
        <p className={classes.about}>
          Questions that found nothing in the documents, and answers that people marked as wrong.
        </p>
        {offline && typeof refreshed === "number" && (
          <p className={classes.about}>As of {briefMomentWords(refreshed, Date.now())}</p>
        )}
        <RefreshNotice state={state} />
        <ReviewFilters
          counts={counts ?? []}
          names={names}
          week={week}
          fileId={fileId}
          onChange={choose}
        />
        {answers !== undefined && answers.length > 0 && (
          <ul aria-label="Answers to look at" className={classes.list}>
            {answers.map((answer) => (
              <AnswerEntry key={answer.id} answer={answer} names={names}>
                <AddToGoldenSet
                  answer={answer}
                  documents={documents}
                  readOnly={readOnly}
                  onAdd={actions.add}
                />
              </AnswerEntry>
            ))}
          </ul>
        )}
        {answers?.length === limit && (
          <Button
            variant="default"
            className={classes.more ?? ""}
            onClick={() => setLimit(limit + PAGE)}
          >
            Load more
          </Button>
        )}
        {(answers === undefined || answers.length === 0) && (
          <ListPlaceholder state={state} words={WORDS} rowHeight={ENTRY_HEIGHT} />
        )}
      </section>
      <GoldenSet
        companyId={companyId}
        documents={documents}
        readOnlyReason={readOnlyReason}
        readOnly={readOnly}
        actions={actions}
      />
    </div>
  );
}
