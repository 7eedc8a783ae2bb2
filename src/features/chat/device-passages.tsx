import { describeUnsearched } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { searchContext } from "@contracts/terms/telling-words.ts";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { ManualSearchResult } from "#knowledge/search/searcher.ts";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { searchAhead, useManualSearch } from "../manuals/use-manual-search.ts";
import classes from "./message.module.css";
import { PassageList } from "./passage-list.tsx";
import { Dimmed, questionPayload, useQuestionText } from "./question-entry.tsx";

/**
 * What this device finds for a question: at once below the question, and below its answer when that is
 * there. Then it folds away, unless the person reads it: they have scrolled to it, or it has the focus.
 */
export function PassagesEntry(props: {
  item: QueueItem;
  /** The person's questions before it. */
  earlier: readonly string[];
  /** The question of an answer, as it was sent; null before it is answered. */
  answered: string | null;
  /** False while the person has scrolled away from the newest entry. */
  following: RefObject<boolean>;
}) {
  const { item, earlier, answered, following } = props;
  const { text } = useQuestionText(item);
  const { agent, about } = questionPayload(item);
  const isAnswered = answered !== null;
  const [isFolded, setFolded] = useState(isAnswered);
  const entry = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const isRead = !following.current || entry.current?.contains(document.activeElement);
    if (isAnswered && !isRead) setFolded(true);
  }, [isAnswered, following]);
  const question = answered ?? text;
  if (question === null) return null;
  return (
    // Drawn anew when folded: nothing that was there moves on the screen.
    <li key={String(isFolded)} ref={entry}>
      <DevicePassages
        agent={agent}
        question={question}
        // As the server does.
        context={searchContext(question, earlier, about)}
        isFolded={isFolded}
      />
    </li>
  );
}

/** Begins to search for a question while it is stored. @param earlier the questions before it */
export function findPassagesAhead(
  personId: string,
  agent: QuestionAgent,
  question: { text: string; about: string | undefined },
  earlier: readonly string[],
): void {
  const { text, about } = question;
  const context = searchContext(text, earlier, about);
  const query = { query: text, context, agent, limit: PASSAGES_SHOWN, onlyRelevant: true };
  searchAhead(personId, query);
}

const TITLE = "From the manuals on this device — not an AI answer";

/** How many passages are shown below a waiting question at most. */
const PASSAGES_SHOWN = 3;

/**
 * Shows passages of the manuals on this device for a question.
 * @param props.context what it is about without naming it
 */
function DevicePassages(props: {
  agent: QuestionAgent;
  question: string;
  context: string;
  isFolded: boolean;
}) {
  // The question with words in quotation marks that must not be corrected; a spoken question can
  // change meanwhile.
  const [quoted, setQuoted] = useState<{ of: string; text: string } | null>(null);
  const question = quoted?.of === props.question ? quoted.text : props.question;
  const section = useRef<HTMLFieldSetElement>(null);
  const search = useManualSearch(props.agent, question, PASSAGES_SHOWN, props.context);
  function asWritten(text: string): void {
    setQuoted({ of: props.question, text });
    // The button that has the focus disappears.
    section.current?.focus({ preventScroll: true });
  }
  return (
    // No region: two of the same question would be regions of the same name.
    <fieldset
      ref={section}
      tabIndex={-1}
      aria-label={`${TITLE}: ${props.question}`}
      className={classes.passages}
    >
      <details open={!props.isFolded} className={classes.fold}>
        <summary className={classes.passagesTitle}>
          <h3>{TITLE}</h3>
        </summary>
        {search === undefined ? (
          <Dimmed>Searching...</Dimmed>
        ) : (
          <Found found={search.found} question={question} onQuestion={asWritten} />
        )}
      </details>
    </fieldset>
  );
}

function Found(props: {
  found: ManualSearchResult | null;
  question: string;
  onQuestion: (question: string) => void;
}) {
  const { found, question, onQuestion } = props;
  if (found === null) {
    return <Dimmed>The manuals on this device could not be searched.</Dimmed>;
  }
  if (found.hits.length === 0) {
    const nothing = "Nothing about this was found on this device.";
    const unsearched = describeUnsearched(found.picturePages) ?? "";
    return <Dimmed>{`${nothing} ${unsearched}`.trimEnd()}</Dimmed>;
  }
  return (
    <>
      <SpellingNotice
        corrections={found.corrections}
        onAsWritten={() => onQuestion(quoteWords(question, found.corrections))}
      />
      <PassageList hits={found.hits} />
    </>
  );
}
