import type { QuestionAgent } from "@contracts/question.ts";
import { carriedSubject } from "@contracts/terms/telling-words.ts";
import { VisuallyHidden } from "@mantine/core";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readMessages, waitingQuestions } from "#mirror/person/conversations.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { askQuestion } from "#outbox/questions.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { showNotSaved } from "#ui/toast.ts";
import { useHeightVariable } from "#ui/use-height-variable.ts";
import { RefreshNotice } from "../lists/list-placeholder.tsx";
import { useList } from "../lists/use-list.ts";
import classes from "./chat.module.css";
import { Composer } from "./composer.tsx";
import { withTakenBack } from "./composer-rules.ts";
import { ConversationPlaceholder } from "./conversation-placeholder.tsx";
import { findPassagesAhead } from "./device-passages.tsx";
import { CHAT_TEXTS, EmptyChat } from "./empty-chat.tsx";
import { MessageList, questionsBefore } from "./message-list.tsx";
import { questionStatuses } from "./question-status.ts";
import { useSpokenQuestion } from "./spoken-question.ts";
import { buildThread, isQuestion, type ThreadEntry, threadFrom } from "./thread.ts";
import { useNewestInView } from "./use-newest-in-view.ts";
import { useQuestionActions } from "./use-question-actions.ts";

const JobChip = lazyWhenIdle(async () => (await import("#features/jobs/job-chip.tsx")).JobChip);

/** The job that is worked on, for the toolbar of a chat: its place is there from the start. */
export const JobPlace = () => (
  <div className={classes.job}>
    <JobChip />
  </div>
);

/** A conversation with Label or Ask: its messages, waiting questions, and the question box. */
export function Chat(props: {
  agent: QuestionAgent;
  conversation: string;
  /** The id of the question from which the conversation is shown; empty for its first one. */
  from?: string;
  /** The scope of the conversation in the mirror; null if it has no part on the server. */
  scope: string | null;
  /** Stays above the conversation. */
  toolbar?: ReactNode;
}) {
  const { agent, conversation, from = "" } = props;
  const db = useMirror();
  const reachable = useReachable();
  const { rows: reading, state } = useList(
    props.scope,
    (db) => readThread(db, agent, conversation),
    [agent, conversation],
  );
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
  const { away, toNewest, following } = useNewestInView(list, thread.at(-1)?.id ?? null);
  const subject = useSubject(thread);
  const [spoken, phase] = useSpokenQuestion(agent, conversation, subject.find);
  // Prepares the search: what this device finds is then shown as soon as a question is asked.
  useEffect(() => {
    const prepare = async () => askSearcher(db.personId, "manuals", { query: "", agent, limit: 1 });
    // A device that cannot search says so below each question.
    prepare().catch(() => undefined);
  }, [db, agent]);
  useKeyboardInset();
  useHeightVariable(foot, "--fa-page-foot");

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
      const about = subject.find.current(question);
      const asked = { agent, conversation, about, text: question };
      findPassagesAhead(db.personId, agent, asked, subject.earlier.current);
      askQuestion(db, browserPorts, asked).catch(() => {
        setText((typed) => withTakenBack(typed, question));
        showNotSaved();
      });
    },
    [db, agent, conversation, toNewest, subject.find, subject.earlier],
  );

  function askTyped(question: string): void {
    setText("");
    ask(question);
    // The keyboard of a phone would cover the answer.
    if (window.matchMedia("(pointer: coarse)").matches) box.current?.blur();
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
            analyzing={CHAT_TEXTS[agent].analyzing}
            following={following}
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
      </div>
      <AnswerAnnouncer reading={reading} pending={pending} />
      <div ref={foot} className={classes.foot}>
        {away !== null && (
          <button
            type="button"
            className={classes.toNewest}
            aria-label="Jump to newest"
            onClick={toNewest}
          >
            {away === "above" ? (
              <ArrowUp size={22} aria-hidden />
            ) : (
              <ArrowDown size={22} aria-hidden />
            )}
          </button>
        )}
        <Composer
          box={box}
          text={text}
          onText={setText}
          onAsk={askTyped}
          about={subject.about(text) ?? ""}
          onWithout={subject.leave}
          pending={pending}
          spoken={spoken}
          phase={phase}
        />
      </div>
    </div>
  );
}

/**
 * What a question is about that names no model or code: those of an earlier question of the conversation,
 * unless the person asks the next one without them.
 */
function useSubject(thread: readonly ThreadEntry[]) {
  const [leftAfter, setLeftAfter] = useState<string | null>(null);
  const earlier = useMemo(() => questionsBefore(thread, thread.length), [thread]);
  const last = thread.findLast(isQuestion)?.id ?? null;
  /** `about` of the item of a question. */
  function about(question: string): string | undefined {
    const subject = carriedSubject(question, earlier);
    if (subject === null) return undefined;
    return leftAfter === last ? "" : subject;
  }
  const find = useRef(about);
  const before = useRef(earlier);
  useLayoutEffect(() => {
    find.current = about;
    before.current = earlier;
  });
  return { about, find, earlier: before, leave: () => setLeftAfter(last) };
}

/** Reads new answers aloud in screen readers, not those that were there at first. */
function AnswerAnnouncer(props: { reading: ThreadReading | undefined; pending: boolean }) {
  const { reading, pending } = props;
  const asked = useRef<Set<string>>(new Set());
  const [words, setWords] = useState("");
  useEffect(() => {
    if (pending) setWords("Your question is being answered.");
  }, [pending]);
  useEffect(() => {
    if (reading === undefined) return;
    for (const [index, message] of reading.messages.entries()) {
      const answer = reading.messages[index + 1];
      if (answer?.role === "assistant" && asked.current.delete(message.id)) {
        // Markdown marks and citation numbers only make sense to the eye.
        setWords(`Answer: ${answer.content.replace(/\[\d+\]|[*_#`]/g, "")}`);
      }
    }
    for (const item of reading.items) asked.current.add(item.id);
  }, [reading]);
  return <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>;
}

/** A conversation as it is in the mirror. */
type ThreadReading = Awaited<ReturnType<typeof readThread>>;

async function readThread(db: PersonDatabase, agent: QuestionAgent, conversation: string) {
  // Read the items first: an item leaves the queue in the transaction that stores its messages, so
  // no entry is missed.
  const items = await waitingQuestions(db, agent, conversation);
  const messages = await readMessages(db, agent, conversation);
  return { messages, items };
}

/** Keeps the height of the keyboard, which browsers lay over the page, in a CSS variable. */
function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const root = document.documentElement;
    function measure(): void {
      if (viewport === null) return;
      // When a person zooms in, the viewport is smaller too, but there is no keyboard.
      const zoomed = viewport.scale > 1.01;
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      root.style.setProperty("--fa-keyboard", `${zoomed ? 0 : Math.max(0, Math.round(covered))}px`);
    }
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      root.style.removeProperty("--fa-keyboard");
    };
  }, []);
}
