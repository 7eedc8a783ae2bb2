import { HISTORY_LIMIT } from "@contracts/question.ts";
import { Button } from "@mantine/core";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./message.module.css";
import { MessageEntry } from "./message-bubbles.tsx";
import { QuestionEntry, questionText } from "./question-entry.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { ThreadEntry } from "./thread.ts";
import type { QuestionActions } from "./use-question-actions.ts";

/** The newest part of a conversation. Older parts are added when the person scrolls up to them. */
export function MessageList(props: {
  list: RefObject<HTMLOListElement | null>;
  thread: readonly ThreadEntry[];
  statuses: ReadonlyMap<string, QuestionStatus>;
  actions: QuestionActions;
  /** Called with a question that is asked anew. Must not change. */
  onAsk: (question: string) => void;
}) {
  const { list, thread, statuses, actions, onAsk } = props;
  const [more, setMore] = useState<HTMLElement | null>(null);
  const { size, earlier } = useWindow(list, more);
  const shown = thread.slice(-size);
  const left = thread.length - shown.length;
  return (
    <>
      {left > 0 && (
        <div ref={setMore} className={classes.more}>
          <Button variant="default" onClick={earlier}>
            Show earlier messages
          </Button>
        </div>
      )}
      <ol ref={list} className={classes.list}>
        {shown.map((entry, place) => {
          if (entry.kind === "message") {
            return (
              <MessageEntry
                key={entry.id}
                message={entry.message}
                question={sentQuestion(thread[left + place - 1])}
                onAsk={onAsk}
              />
            );
          }
          const status = statuses.get(entry.id);
          if (status === undefined) return null;
          return (
            <QuestionEntry
              key={entry.id}
              item={entry.item}
              earlier={questionsBefore(thread, left + place)}
              status={status}
              actions={actions}
            />
          );
        })}
      </ol>
    </>
  );
}

/** The person's questions before an entry, which it may be about, oldest first: as many as are sent along. */
function questionsBefore(thread: readonly ThreadEntry[], place: number): string[] {
  return thread
    .slice(Math.max(0, place - HISTORY_LIMIT), place)
    .map((entry) =>
      entry.kind === "question" ? (questionText(entry.item) ?? "") : sentQuestion(entry),
    )
    .filter((question) => question !== "");
}

/** The person's words, if this entry is a question that was sent; otherwise nothing. */
function sentQuestion(entry: ThreadEntry | undefined): string {
  return entry?.kind === "message" && entry.message.role === "user" ? entry.message.content : "";
}

/** How many entries are rendered at first. */
const FIRST = 30;
/** How many entries each step adds: few enough that a slow phone can still scroll. */
const STEP = 12;
/** The next step begins this many px before the oldest rendered entry comes into view. */
const AHEAD = 800;

/**
 * Renders only the newest entries of a list, and older ones when the person scrolls up to them:
 * rendering a thousand answers with their markup at once would freeze a phone.
 * @param list its first child is the oldest rendered entry
 * @param more the element above the list that stands for older entries; null if there are none
 */
function useWindow(list: RefObject<HTMLElement | null>, more: HTMLElement | null) {
  const [size, setSize] = useState(FIRST);
  const anchor = useRef<{ element: Element; top: number } | null>(null);

  const earlier = useCallback(() => {
    const element = list.current?.firstElementChild;
    if (element) anchor.current = { element, top: element.getBoundingClientRect().top };
    setSize(size + STEP);
  }, [list, size]);

  // Some browsers do not keep the scroll position when entries are added above. In the others
  // `moved` is 0.
  useLayoutEffect(() => {
    const kept = anchor.current;
    anchor.current = null;
    if (size === FIRST || kept === null) return;
    const moved = kept.element.getBoundingClientRect().top - kept.top;
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: "instant" });
  }, [size]);

  // A new observer after each step: it reports again if `more` is still near the screen.
  useEffect(() => {
    if (more === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && window.scrollY > 0) earlier();
      },
      { rootMargin: `${AHEAD}px 0px 0px` },
    );
    observer.observe(more);
    return () => observer.disconnect();
  }, [more, earlier]);

  return { size, earlier };
}
