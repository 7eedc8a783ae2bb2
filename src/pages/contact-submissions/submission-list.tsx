import type { ContactSubmission } from "@contracts/contact-submission.ts";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { SubmissionDraft } from "../../mirror/person-database.ts";
import { SubmissionCard } from "./submission-card.tsx";
import classes from "./submission-list.module.css";
import { useSubmissionActions } from "./use-submission-actions.ts";

/** Height of a usual card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 560;

/** Requests for early access. Only those near the screen are in the document: there may be thousands. */
export function SubmissionList(props: {
  submissions: readonly ContactSubmission[];
  drafts: ReadonlyMap<string, SubmissionDraft>;
  offline: boolean;
  /** Somebody is at a request. */
  onAttend: (id: string) => void;
}) {
  const { submissions, drafts, offline, onAttend } = props;
  const { actions, saving } = useSubmissionActions();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string | null>(null);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => setTop(element.offsetTop);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const focusedIndex = focused === null ? -1 : submissions.findIndex(({ id }) => id === focused);
  const virtualizer = useWindowVirtualizer({
    count: submissions.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => submissions[index]?.id ?? index,
    overscan: 2,
    scrollMargin: top,
    useFlushSync: false,
    // Where somebody is typing stays, however far they scroll.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      if (focusedIndex < 0 || near.includes(focusedIndex)) return near;
      return [...near, focusedIndex].sort((a, b) => a - b);
    },
  });

  return (
    <ul
      ref={list}
      aria-label="Submissions"
      className={classes.list}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) => {
        const id = target.closest("li")?.dataset.id;
        setFocused(id ?? null);
        if (id !== undefined) onAttend(id);
      }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const submission = submissions[index];
        if (submission === undefined) return null;
        const { id } = submission;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-id={id}
            aria-setsize={submissions.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <SubmissionCard
              submission={submission}
              draft={drafts.get(id)}
              savingStatus={(saving[`status/${id}`] ?? 0) > 0}
              savingNotes={(saving[`notes/${id}`] ?? 0) > 0}
              offline={offline}
              actions={actions}
            />
          </li>
        );
      })}
    </ul>
  );
}
