import { HISTORY_LIMIT } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { Button } from "@mantine/core";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { PassagesEntry } from "./device-passages.tsx";
import classes from "./message.module.css";
import { MessageEntry } from "./message-bubbles.tsx";
import { QuestionEntry, questionPayload, questionText } from "./question-entry.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { ThreadEntry } from "./thread.ts";
import type { QuestionActions } from "./use-question-actions.ts";

/** The newest part of a conversation. Older parts are added when the person scrolls up to them. */
export function MessageList(props: {
  list: RefObject<HTMLOListElement | null>;
  thread: readonly ThreadEntry[];
  statuses: ReadonlyMap<string, QuestionStatus>;
  /** The line that is shown below the question that is being answered. */
  analyzing: string;
  /** See `PassagesEntry`. */
  following: RefObject<boolean>;
  actions: QuestionActions;
  /** Called with a question that is asked anew. Must not change. */
  onAsk: (question: string) => void;
}) {
  const { list, thread, statuses, following, actions, onAsk } = props;
  const [more, setMore] = useState<HTMLElement | null>(null);
  const { size, earlier } = useWindow(list, more);
  const shown = thread.slice(-size);
  const left = thread.length - shown.length;
  const asking = [...statuses].find(([, { kind }]) => kind === "asking")?.[0];
  /** The questions that were shown without an answer, by id. */
  const unanswered = useRef(new Map<string, QueueItem>());
  useEffect(() => {
    for (const entry of thread) {
      if (entry.kind === "question") unanswered.current.set(entry.id, entry.item);
    }
  }, [thread]);
  const passages = (item: QueueItem, place: number, answered: string | null) => (
    <PassagesEntry
      key={`${item.id} passages`}
      item={item}
      earlier={questionsBefore(thread, place)}
      answered={answered}
      following={following}
    />
  );
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
        {shown.flatMap((entry, at) => {
          const place = left + at;
          if (entry.kind === "question") {
            const status = statuses.get(entry.id);
            if (status === undefined) return [];
            return [
              <QuestionEntry
                key={entry.id}
                item={entry.item}
                status={status}
                analyzing={entry.id === asking ? props.analyzing : null}
                actions={actions}
              />,
              status.kind !== "refused" && passages(entry.item, place, null),
            ];
          }
          const question = thread[place - 1];
          const item = unanswered.current.get(question?.id ?? "");
          return [
            <MessageEntry
              key={entry.id}
              message={entry.message}
              question={sentQuestion(question)}
              onAsk={onAsk}
            />,
            question?.kind === "message" &&
              item !== undefined &&
              passages(item, place - 1, question.message.content),
          ];
        })}
      </ol>
    </>
  );
}

/**
 * The person's questions before an entry, each after what it was about, oldest first: as many as are
 * sent along.
 */
export function questionsBefore(thread: readonly ThreadEntry[], place: number): string[] {
  return thread.slice(Math.max(0, place - HISTORY_LIMIT), place).flatMap((entry) => {
    const { about } = entry.kind === "question" ? questionPayload(entry.item) : entry.message;
    const text = entry.kind === "question" ? questionText(entry.item) : sentQuestion(entry);
    return text ? [about ? `${about} ${text}` : text] : [];
  });
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
