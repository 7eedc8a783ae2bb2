import { REASON_LIMIT, type Verdict } from "@contracts/answer-feedback.ts";
import { CUT_OFF_NOTE, type Source } from "@contracts/question.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { readablePart } from "@contracts/terms/readable-part.ts";
import { Button, Group, Textarea, VisuallyHidden } from "@mantine/core";
import { FileText, ThumbsDown, ThumbsUp } from "lucide-react";
import {
  type FormEvent,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readRating } from "#mirror/person/ratings.ts";
import { rateAnswer } from "#outbox/rate-answer.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import markdownClasses from "#ui/markdown-text.module.css";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { showNotSaved } from "#ui/toast.ts";
import { type Named, useNamed } from "../manuals/document-titles.ts";
import { Excerpt, WholeSection } from "../manuals/excerpt.tsx";
import { useMarks } from "../manuals/use-manual-search.ts";
import classes from "./message.module.css";
import { OfficeAnswer } from "./office-answer.tsx";
import { answerAsText, SourceChip } from "./source-chip.tsx";

/** A question of the person. */
export function QuestionBubble(props: { children: ReactNode; tone?: "waiting" | "refused" }) {
  return (
    <div className={classes.question} data-tone={props.tone}>
      <VisuallyHidden>You asked: </VisuallyHidden>
      <p>{props.children}</p>
    </div>
  );
}

interface MessageEntryProps {
  message: MirroredMessage;
  /** The question of an answer; empty when that is not known. */
  question: string;
  /** Called with a question that is asked anew. Must not change. */
  onAsk: (question: string) => void;
}

/** A received message. It never changes, so it is rendered only once. */
export const MessageEntry = memo(
  function MessageEntry({ message, question, onAsk }: MessageEntryProps) {
    const corrections = message.corrections ?? [];
    return (
      <li className={classes.entry} data-role={message.role}>
        {message.role === "user" ? (
          <QuestionBubble>{message.content}</QuestionBubble>
        ) : (
          <Answer message={message} question={question} askForRest={() => onAsk(REST_OF_ANSWER)}>
            {question !== "" && (
              <SpellingNotice
                corrections={corrections}
                onAsWritten={() => onAsk(quoteWords(question, corrections))}
              />
            )}
          </Answer>
        )}
        {message.role === "assistant" && <OfficeAnswer message={message} question={question} />}
      </li>
    );
  },
  (before, after) => before.message.id === after.message.id,
);

/** The question after an answer that was cut off. */
const REST_OF_ANSWER = "Please give me the rest of your answer.";

const NO_SOURCES: readonly Source[] = [];

/** An answer. @param children a notice above its text */
function Answer(props: {
  message: MirroredMessage;
  question: string;
  askForRest: () => void;
  children: ReactNode;
}) {
  const { message, question, askForRest, children } = props;
  const fromPassages = message.basis === "passages";
  const sources = useNamed(message.sources ?? NO_SOURCES);
  const name = useId();
  return (
    <div className={classes.answer} data-from-passages={fromPassages || undefined}>
      {fromPassages ? (
        <p id={name} className={classes.basis}>
          <FileText size={16} aria-hidden />
          Passages from your documents
        </p>
      ) : (
        <VisuallyHidden id={name}>Answer</VisuallyHidden>
      )}
      {children}
      {fromPassages && sources.length > 0 ? (
        <>
          <p>{message.content.split("\n\n", 1)[0]}</p>
          <QuotedPassages sources={sources} question={question} />
        </>
      ) : (
        <div className={`${markdownClasses.text} ${classes.answerText}`}>
          <Suspense fallback={<PlainAnswer text={message.content} />}>
            <AnswerMarkdown text={message.content} sources={sources} />
          </Suspense>
        </div>
      )}
      <Group gap="0.75rem" justify="space-between" align="end">
        {!fromPassages && sources.length > 0 && (
          <ul aria-label="Sources" className={classes.sources}>
            {sources.map((source, index) => (
              <li key={`${source.file_id} ${source.chunk_no} ${source.quote}`}>
                <SourceChip source={source} number={index + 1} />
              </li>
            ))}
          </ul>
        )}
        {message.content.endsWith(CUT_OFF_NOTE) && (
          <Button variant="default" onClick={askForRest}>
            Ask for the rest
          </Button>
        )}
        <CopyButton text={answerAsText(message.content, sources)} describedBy={name} />
        {message.basis !== null && <AnswerFeedback answer={message} />}
      </Group>
    </div>
  );
}

/** The passages that an answer without a model consists of. */
function QuotedPassages(props: { sources: readonly Named<Source>[]; question: string }) {
  const { sources, question } = props;
  const texts = sources.map(({ quote }) => readablePart(quote));
  const marked = useMarks(question, texts);
  return (
    <ul aria-label="Sources" className={classes.passageList}>
      {sources.map((source, index) => (
        <li
          key={`${source.file_id} ${source.chunk_no} ${source.quote}`}
          className={classes.passage}
        >
          <Excerpt heading={source.heading ?? null} pieces={marked[index] ?? []} />
          <SourceChip source={source} number={index + 1} />
          <WholeSection passage={source} />
        </li>
      ))}
    </ul>
  );
}

/** Loaded after the page: until then, or if this fails, the answer is plain text. */
const AnswerMarkdown = lazy(() =>
  import("./answer-markdown.tsx").then(
    (module) => ({ default: module.AnswerMarkdown }),
    () => ({ default: PlainAnswer }),
  ),
);

function PlainAnswer({ text }: { text: string }) {
  return <p className={classes.plain}>{text}</p>;
}

const THUMBS = [
  { kind: "right", label: "Right answer", Icon: ThumbsUp },
  { kind: "wrong", label: "Wrong answer", Icon: ThumbsDown },
] as const;

/** Two buttons to rate an answer; "wrong" asks for a reason, the pressed one takes it back. */
function AnswerFeedback({ answer }: { answer: MirroredMessage }) {
  const db = useMirror();
  const rating = useLive(() => readRating(db, answer.id), [db, answer.id]);
  const [asking, setAsking] = useState(false);
  const [notice, setNotice] = useState("");
  const wrong = useRef<HTMLButtonElement>(null);
  const verdict = rating?.verdict ?? null;
  /** The button that was tapped last, until it is shown: the next tap may come before. */
  const tappedLast = useRef<Verdict>(undefined);
  useEffect(() => {
    if (rating?.verdict === tappedLast.current) tappedLast.current = undefined;
  }, [rating]);

  async function rate(next: Verdict, reason: string | null, words: string): Promise<void> {
    tappedLast.current = next;
    setAsking(next === "wrong" && reason === null);
    try {
      await rateAnswer(db, browserPorts, answer, next, reason);
      setNotice(words);
    } catch {
      tappedLast.current = undefined;
      setNotice("");
      showNotSaved();
    }
  }

  async function tap(tapped: "right" | "wrong"): Promise<void> {
    // Until the earlier rating is read, the buttons show nothing that could be taken back.
    const isSaidAlready =
      rating === undefined && (await readRating(db, answer.id)).verdict === tapped;
    const before = tappedLast.current === undefined ? verdict : tappedLast.current;
    if (isSaidAlready) setNotice("Thank you.");
    else if (tapped === before) await rate(null, null, "Taken back.");
    else await rate(tapped, null, "Thank you.");
  }

  function explain(reason: string): void {
    wrong.current?.focus();
    void rate("wrong", reason, "Thank you.");
  }

  return (
    <>
      <fieldset aria-label="Is this answer right?" className={classes.buttons}>
        {THUMBS.map(({ kind, label, Icon }) => (
          <button
            key={kind}
            ref={kind === "wrong" ? wrong : null}
            type="button"
            className={classes.thumb}
            aria-label={label}
            aria-pressed={verdict === kind}
            onClick={() => void tap(kind)}
          >
            <Icon size={20} aria-hidden />
          </button>
        ))}
        <p role="status" className={classes.said}>
          {notice}
          {notice !== "" && verdict !== null && (
            <Button variant="subtle" onClick={() => void rate(null, null, "Taken back.")}>
              Undo
            </Button>
          )}
        </p>
      </fieldset>
      {verdict === "wrong" && asking && (
        <ReasonForm
          reason={rating?.reason ?? ""}
          onSend={explain}
          onClose={() => {
            wrong.current?.focus();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

function ReasonForm(props: {
  reason: string;
  onSend: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState(props.reason);
  const id = useId();

  function send(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() === "") props.onClose();
    else props.onSend(reason.trim());
  }

  return (
    <form className={classes.form} onSubmit={send}>
      <Textarea
        id={id}
        label="What was wrong? (optional)"
        value={reason}
        maxLength={REASON_LIMIT}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Group gap="0.5rem" align="stretch">
        <Button type="submit">Send reason</Button>
        <Button variant="default" onClick={props.onClose}>
          Without a reason
        </Button>
      </Group>
    </form>
  );
}
