import { unsearchedWords } from "@contracts/knowledge.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useEffect, useId, useRef, useState } from "react";
import type { ManualSearchResult } from "#knowledge/search/searcher.ts";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { Excerpt } from "../manuals/excerpt.tsx";
import { SourceChip } from "./source-chip.tsx";
import { type PassageFinder, sourceOfHit } from "./use-passage-finder.ts";
import classes from "./waiting.module.css";

type Search = ManualSearchResult | "searching" | "failed";

/**
 * Shows passages of the manuals on this device for a waiting question, until its answer arrives.
 * @param props.context earlier questions that it is searched for together with
 */
export function DevicePassages(props: { question: string; context: string; find: PassageFinder }) {
  const { context, find } = props;
  // The question with words in quotation marks that must not be corrected; a spoken question can
  // change meanwhile.
  const [quoted, setQuoted] = useState<{ of: string; text: string } | null>(null);
  const question = quoted?.of === props.question ? quoted.text : props.question;
  const section = useRef<HTMLElement>(null);
  const heading = useId();
  const [search, setSearch] = useState<Search>("searching");
  useEffect(() => {
    let left = false;
    find(question, context).then(
      (result) => left || setSearch(result),
      () => left || setSearch("failed"),
    );
    return () => {
      left = true;
    };
  }, [question, context, find]);
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
      <Found search={search} question={question} onQuestion={asWritten} />
    </section>
  );
}

function Found(props: {
  search: Search;
  question: string;
  onQuestion: (question: string) => void;
}) {
  const { search, question, onQuestion } = props;
  if (search === "searching") return <p className={classes.note}>Searching...</p>;
  if (search === "failed") {
    return <p className={classes.note}>The manuals on this device could not be searched.</p>;
  }
  const { hits, corrections } = search;
  if (hits.length === 0) {
    const found = "Nothing about this was found on this device.";
    const unsearched = unsearchedWords(search.picturePages) ?? "";
    return <p className={classes.note}>{`${found} ${unsearched}`.trimEnd()}</p>;
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
            <SourceChip source={sourceOfHit(hit)} />
          </li>
        ))}
      </ul>
    </>
  );
}
