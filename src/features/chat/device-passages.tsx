import { unsearchedWords } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { Text } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { ManualSearchResult } from "#knowledge/search/searcher.ts";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { Excerpt } from "../manuals/excerpt.tsx";
import { toSource } from "../manuals/passage-to-open.ts";
import { useManualSearch } from "../manuals/use-manual-search.ts";
import classes from "./message.module.css";
import { SourceChip } from "./source-chip.tsx";

/** How many passages are shown below a waiting question at most. */
const PASSAGES_SHOWN = 3;

/**
 * Shows passages of the manuals on this device for a waiting question, until its answer arrives.
 * @param props.context earlier questions that it is searched for together with
 */
export function DevicePassages(props: { agent: QuestionAgent; question: string; context: string }) {
  // The question with words in quotation marks that must not be corrected; a spoken question can
  // change meanwhile.
  const [quoted, setQuoted] = useState<{ of: string; text: string } | null>(null);
  const question = quoted?.of === props.question ? quoted.text : props.question;
  const section = useRef<HTMLElement>(null);
  const heading = useId();
  const search = useManualSearch(props.agent, question, PASSAGES_SHOWN, props.context);
  function asWritten(text: string): void {
    setQuoted({ of: props.question, text });
    // The button that has the focus disappears.
    section.current?.focus({ preventScroll: true });
  }
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={heading} className={classes.passages}>
      <h3 id={heading} className={classes.passagesTitle}>
        From the manuals on this device — not an AI answer
      </h3>
      {search === undefined ? (
        <Text inherit c="dimmed" fz="sm">
          Searching...
        </Text>
      ) : (
        <Found found={search.found} question={question} onQuestion={asWritten} />
      )}
    </section>
  );
}

function Found(props: {
  found: ManualSearchResult | null;
  question: string;
  onQuestion: (question: string) => void;
}) {
  const { found, question, onQuestion } = props;
  if (found === null) {
    return (
      <Text inherit c="dimmed" fz="sm">
        The manuals on this device could not be searched.
      </Text>
    );
  }
  const { hits, corrections } = found;
  if (hits.length === 0) {
    const nothing = "Nothing about this was found on this device.";
    const unsearched = unsearchedWords(found.picturePages) ?? "";
    return (
      <Text inherit c="dimmed" fz="sm">
        {`${nothing} ${unsearched}`.trimEnd()}
      </Text>
    );
  }
  return (
    <>
      <SpellingNotice
        corrections={corrections}
        onAsWritten={() => onQuestion(quoteWords(question, corrections))}
      />
      <ul className={classes.passageList}>
        {hits.map((hit) => (
          <li key={`${hit.file_id} ${hit.chunk_no}`} className={classes.passage}>
            <Excerpt pieces={hit.excerpt} />
            <SourceChip source={toSource(hit)} />
          </li>
        ))}
      </ul>
    </>
  );
}
