import type { Source } from "@contracts/question.ts";
import { lazy, Suspense } from "react";
import markdownClasses from "#ui/markdown-text.module.css";
import classes from "./message.module.css";

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
export function AnswerText({ text, sources }: AnswerTextProps) {
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
