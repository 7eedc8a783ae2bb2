import { HISTORY_LIMIT } from "@contracts/question.ts";
import { Button } from "@mantine/core";
import { type RefObject, useState } from "react";
import classes from "./message.module.css";
import { MessageEntry } from "./message-bubbles.tsx";
import { QuestionEntry, questionText } from "./question-entry.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { ThreadEntry } from "./thread.ts";
import type { PassageFinder } from "./use-passage-finder.ts";
import type { QuestionActions } from "./use-question-actions.ts";
import { useWindow } from "./use-window.ts";

/** The newest part of a conversation. Older parts are added when the person scrolls up to them. */
export function MessageList(props: {
  list: RefObject<HTMLOListElement | null>;
  thread: readonly ThreadEntry[];
  statuses: ReadonlyMap<string, QuestionStatus>;
  findPassages: PassageFinder;
  actions: QuestionActions;
  /** Called with a question that is asked anew. Must not change. */
  onAsk: (question: string) => void;
}) {
  const { list, thread, statuses, findPassages, actions, onAsk } = props;
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
              findPassages={findPassages}
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
