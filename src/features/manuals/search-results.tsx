import { unsearchedWords } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { Correction } from "@contracts/spelling/correction.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useEffect, useState } from "react";
import { askSearcher, type DeviceHit } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { Excerpt } from "./excerpt.tsx";
import { openPassage } from "./passage-to-open.ts";
import classes from "./search-results.module.css";

const MOST_RESULTS = 20;

interface Search {
  query: string;
  hits: readonly DeviceHit[];
  corrections: readonly Correction[];
  picturePages: number;
  failed: boolean;
}

/**
 * The passages of the manuals on this device that match a search, best first, and the words of it
 * that were corrected.
 */
export function SearchResults(props: {
  agent: QuestionAgent;
  query: string;
  /** Called with the search that is wanted instead. */
  onQuery: (query: string) => void;
}) {
  const { agent, query, onQuery } = props;
  const { personId } = useMirror();
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => {
    let left = false;
    askSearcher(personId, "manuals", { query, agent, limit: MOST_RESULTS }).then(
      (result) => left || setSearch({ query, ...result, failed: false }),
      () => left || setSearch({ query, hits: [], corrections: [], picturePages: 0, failed: true }),
    );
    return () => {
      left = true;
    };
  }, [personId, query, agent]);
  return (
    <div className={classes.scroll}>
      <p role="status" className={classes.status}>
        {search === null ? "Searching…" : describeResults(search)}
      </p>
      {search !== null && (
        <SpellingNotice
          corrections={search.corrections}
          onAsWritten={() => onQuery(quoteWords(search.query, search.corrections))}
        />
      )}
      {search !== null && search.hits.length > 0 && (
        <ul aria-label="Passages" className={classes.list}>
          {search.hits.map((hit) => (
            <li key={`${hit.file_id} ${hit.chunk_no}`}>
              <Result hit={hit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Result({ hit }: { hit: DeviceHit }) {
  const { file_id, file_name, page, chunk_no, heading, body, excerpt } = hit;
  return (
    <button
      type="button"
      className={classes.result}
      onClick={() => openPassage({ file_id, file_name, page, chunk_no, quote: body })}
    >
      <span className={classes.where}>
        {file_name}
        {page !== null && `, p. ${page}`}
      </span>
      {heading !== null && <span className={classes.heading}>{heading}</span>}
      <Excerpt pieces={excerpt} />
    </button>
  );
}

function describeResults({ hits, failed, picturePages }: Search): string {
  if (failed) return "The manuals on this device could not be searched.";
  if (hits.length === 0) {
    const found = "Nothing was found in the manuals on this device.";
    return `${found} ${unsearchedWords(picturePages) ?? ""}`.trimEnd();
  }
  if (hits.length === MOST_RESULTS) return `The best ${MOST_RESULTS} passages`;
  return hits.length === 1 ? "1 passage" : `${hits.length} passages`;
}
