import type { PassageHit } from "@contracts/knowledge.ts";
import { unsearchedWords } from "@contracts/picture-pages.ts";
import type { QuestionAgent, Source } from "@contracts/question.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { ManualSearchResult } from "#knowledge/search/search-messages.ts";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { Excerpt } from "../manuals/excerpt.tsx";
import classes from "./message.module.css";
import { SourceChip } from "./source-chip.tsx";

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

/** Returns a function that searches the agent's documents on this device. */
export function usePassageFinder(agent: QuestionAgent): PassageFinder {
  const { personId } = useMirror();
  return useCallback(
    (query, context) =>
      askSearcher(personId, "manuals", { query, context, agent, limit: PASSAGES_SHOWN }),
    [personId, agent],
  );
}

/** Finds passages on this device that may answer a question, best first. */
export type PassageFinder = (question: string, context: string) => Promise<ManualSearchResult>;

/** How many passages are shown below a waiting question at most. */
const PASSAGES_SHOWN = 3;

/** A found passage in the format of a citation. */
function sourceOfHit({ file_id, file_name, page, chunk_no, body }: PassageHit): Source {
  return { file_id, file_name, page, chunk_no, quote: body };
}
