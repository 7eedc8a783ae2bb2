import { CUT_OFF_NOTE, type Source } from "@contracts/question.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { Button, VisuallyHidden } from "@mantine/core";
import { FileText } from "lucide-react";
import { lazy, memo, type ReactNode, Suspense, useId } from "react";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import markdownClasses from "#ui/markdown-text.module.css";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { AnswerFeedback } from "./answer-feedback.tsx";
import { answerAsText } from "./format-source.ts";
import classes from "./message.module.css";
import { SourceChip } from "./source-chip.tsx";

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

/**
 * A received message. It never changes, so it is rendered only once even in a long conversation.
 */
export const MessageEntry = memo(
  function MessageEntry({ message, question, onAsk }: MessageEntryProps) {
    const corrections = message.corrections ?? [];
    return (
      <li className={classes.entry} data-role={message.role}>
        {message.role === "user" ? (
          <QuestionBubble>{message.content}</QuestionBubble>
        ) : (
          <Answer message={message} askForRest={() => onAsk(REST_OF_ANSWER)}>
            {question !== "" && (
              <SpellingNotice
                corrections={corrections}
                onAsWritten={() => onAsk(quoteWords(question, corrections))}
              />
            )}
          </Answer>
        )}
      </li>
    );
  },
  (before, after) => before.message.id === after.message.id,
);

/** The question after an answer that was cut off. */
const REST_OF_ANSWER = "Please give me the rest of your answer.";

/** An answer. @param children a notice above its text */
function Answer(props: { message: MirroredMessage; askForRest: () => void; children: ReactNode }) {
  const { message, askForRest, children } = props;
  const fromPassages = message.basis === "passages";
  const sources = message.sources ?? [];
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
      <AnswerText text={message.content} sources={sources} />
      <div className={classes.foot}>
        {sources.length > 0 && (
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
      </div>
    </div>
  );
}

interface AnswerTextProps {
  text: string;
  sources: readonly Source[];
}

/**
 * Loaded after the page: the answer is readable as plain text, and stays so if this cannot be
 * loaded.
 */
const AnswerMarkdown = lazy(() =>
  import("./answer-markdown.tsx").then(
    (module) => ({ default: module.AnswerMarkdown }),
    () => ({ default: PlainAnswer }),
  ),
);

/** The text of an answer, with its citations as buttons. */
function AnswerText({ text, sources }: AnswerTextProps) {
  return (
    <div className={`${markdownClasses.text} ${classes.answerText}`}>
      <Suspense fallback={<PlainAnswer text={text} />}>
        <AnswerMarkdown text={text} sources={sources} />
      </Suspense>
    </div>
  );
}

function PlainAnswer({ text }: { text: string }) {
  return <p className={classes.plain}>{text}</p>;
}
