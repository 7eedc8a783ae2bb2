import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { VisuallyHidden } from "@mantine/core";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readMessages, waitingQuestions } from "#mirror/person/conversations.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { askQuestion } from "#outbox/questions.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { showError } from "#ui/toast.ts";
import { RefreshNotice } from "../lists/list-placeholder.tsx";
import { type ListState, useList } from "../lists/use-list.ts";
import classes from "./chat.module.css";
import { CHAT_TEXTS } from "./chat-texts.ts";
import { Composer } from "./composer.tsx";
import { useFootHeight, useKeyboardInset } from "./composer-layout.ts";
import { withTakenBack } from "./composer-rules.ts";
import { ConversationPlaceholder } from "./conversation-placeholder.tsx";
import { EmptyChat } from "./empty-chat.tsx";
import { MessageList } from "./message-list.tsx";
import { questionStatuses } from "./question-status.ts";
import { buildThread, threadFrom } from "./thread.ts";
import { useNewestInView } from "./use-newest-in-view.ts";
import type { PassageFinder } from "./use-passage-finder.ts";
import { useQuestionActions } from "./use-question-actions.ts";
import { useSpokenQuestion } from "./use-spoken-question.ts";

/**
 * A conversation with Label or Ask: the messages, the waiting questions, and the box for the next
 * question.
 */
export function Chat(props: {
  agent: QuestionAgent;
  conversation: string;
  /** The id of the question from which the conversation is shown; empty for its first one. */
  from?: string;
  /** The scope of the conversation in the mirror; null if it has no part on the server. */
  scope: string | null;
  /** Must not change between renders. */
  findPassages: PassageFinder;
  /** Stays above the conversation. */
  toolbar?: ReactNode;
}) {
  const { agent, conversation, from = "" } = props;
  const db = useMirror();
  const reachable = useReachable();
  const { reading, state } = useThread(props.scope, agent, conversation);
  const [spoken, phase] = useSpokenQuestion(agent, conversation);
  const [text, setText] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const foot = useRef<HTMLDivElement>(null);

  const thread = useMemo(
    () =>
      reading === undefined ? [] : threadFrom(buildThread(reading.messages, reading.items), from),
    [reading, from],
  );
  const statuses = useMemo(
    () => questionStatuses(reading?.items ?? [], reachable),
    [reading, reachable],
  );
  const pending = [...statuses.values()].some(({ kind }) => kind === "asking");
  const { away, toNewest } = useNewestInView(list, thread.at(-1)?.id ?? null);
  useKeyboardInset();
  useFootHeight(foot);

  const leaveFocus = useCallback(() => heading.current?.focus({ preventScroll: true }), []);
  const takenBack = useCallback((question: string | null) => {
    if (question !== null) setText((typed) => withTakenBack(typed, question));
    box.current?.focus();
  }, []);
  const actions = useQuestionActions(leaveFocus, takenBack);

  const ask = useCallback(
    (question: string) => {
      toNewest();
      askToPersist().catch(() => undefined);
      askQuestion(db, browserPorts, { agent, conversation, text: question }).catch(() => {
        setText((typed) => withTakenBack(typed, question));
        showError("Error", "It could not be saved. Free some space on this device and try again.");
      });
    },
    [db, agent, conversation, toNewest],
  );

  function askTyped(question: string): void {
    setText("");
    ask(question);
  }

  function fill(example: string): void {
    setText(example);
    box.current?.focus();
  }

  return (
    <div className={classes.chat}>
      {props.toolbar !== undefined && <div className={classes.toolbar}>{props.toolbar}</div>}
      <VisuallyHidden>
        <h2 ref={heading} tabIndex={-1} id="conversation">
          Conversation
        </h2>
      </VisuallyHidden>
      {/* Only the announcer reads out news: a live log would read out every change of a bubble. */}
      <div role="log" aria-live="off" aria-labelledby="conversation" className={classes.thread}>
        <RefreshNotice state={state} />
        {thread.length > 0 && (
          <MessageList
            list={list}
            thread={thread}
            statuses={statuses}
            findPassages={props.findPassages}
            actions={actions}
            onAsk={ask}
          />
        )}
        {thread.length === 0 &&
          (state.phase === "known" || state.phase === "absent" ? (
            <EmptyChat agent={agent} onExample={fill} />
          ) : (
            <ConversationPlaceholder state={state} />
          ))}
        <div role="status" className={classes.loading}>
          {pending && <p className={classes.loadingLine}>{CHAT_TEXTS[agent].analyzing}</p>}
        </div>
      </div>
      <AnswerAnnouncer reading={reading} />
      <div ref={foot} className={classes.foot}>
        {away && (
          <button
            type="button"
            className={classes.toNewest}
            aria-label="Jump to newest"
            onClick={toNewest}
          >
            <ArrowDown size={22} aria-hidden />
          </button>
        )}
        <Composer
          box={box}
          text={text}
          onText={setText}
          onAsk={askTyped}
          pending={pending}
          spoken={spoken}
          phase={phase}
        />
      </div>
    </div>
  );
}

/**
 * Reads new answers aloud in screen readers, but not the answers that were there when the page
 * opened.
 */
function AnswerAnnouncer({ reading }: { reading: ThreadReading | undefined }) {
  const asked = useRef<Set<string>>(new Set());
  const [words, setWords] = useState("");
  useEffect(() => {
    if (reading === undefined) return;
    for (const [index, message] of reading.messages.entries()) {
      const answer = reading.messages[index + 1];
      if (answer?.role === "assistant" && asked.current.delete(message.id)) {
        setWords(`Answer: ${spoken(answer.content)}`);
      }
    }
    for (const item of reading.items) asked.current.add(item.id);
  }, [reading]);
  return <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>;
}

/** An answer without its Markdown marks and citation numbers, which only make sense to the eye. */
function spoken(answer: string): string {
  return answer.replace(/\[\d+\]|[*_#`]/g, "");
}

/** A conversation as it is in the mirror. */
interface ThreadReading {
  messages: readonly MirroredMessage[];
  items: readonly QueueItem[];
}

/**
 * The entries of a conversation, kept up to date; undefined until they have been read.
 * @param scope the scope of the conversation in the mirror; null if it has no part on the server
 */
function useThread(
  scope: string | null,
  agent: QuestionAgent,
  conversation: string,
): { reading: ThreadReading | undefined; state: ListState } {
  const { rows, state } = useList(scope, (db) => readThread(db, agent, conversation), [
    agent,
    conversation,
  ]);
  return { reading: rows, state };
}

async function readThread(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
): Promise<ThreadReading> {
  // Read the items first: an item leaves the queue in the transaction that stores its messages, so
  // no entry is missed.
  const items = await waitingQuestions(db, agent, conversation);
  const messages = await readMessages(db, agent, conversation);
  return { messages, items };
}
