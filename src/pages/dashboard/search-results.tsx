import type { Correction } from "@contracts/spelling/correction.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import {
  describeSearch,
  shownEntries,
  useHistorySearch,
} from "#features/history/use-history-search.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { useNamed } from "#features/manuals/document-titles.ts";
import { PassageResult } from "#features/manuals/excerpt.tsx";
import { ManualsHost } from "#features/manuals/manuals-host.tsx";
import { describeFound, useManualSearch } from "#features/manuals/use-manual-search.ts";
import type { DeviceHit } from "#knowledge/search/searcher.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import classes from "./dashboard-page.module.css";
import { LastEntry } from "./recent-work.tsx";

/** How many entries, and how many passages, are shown at most. */
const SHOWN = 5;

const NO_HITS: DeviceHit[] = [];

/** The searches begin after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 250;

/**
 * What this device finds in the person's history and in the manuals of their company.
 * @param props.onQuery called with the search that is wanted instead
 */
export function SearchResults(props: { query: string; onQuery: (query: string) => void }) {
  const { onQuery } = props;
  useKeptScroll();
  const [query] = useDebouncedValue(props.query.trim(), TYPING_PAUSE_MS);
  const db = useMirror();
  const logs = useLive(() => readHistory(db, null), [db]);
  const search = useHistorySearch(query, logs);
  const entries = useMemo(() => (logs && search ? shownEntries(logs, search) : []), [logs, search]);
  const manuals = useManualSearch("ask", query, SHOWN);
  const hits = useNamed(manuals?.found?.hits ?? NO_HITS);
  const spelling = (found: { corrections: Correction[] } | null | undefined) => ({
    corrections: found?.corrections ?? [],
    onAsWritten: () => onQuery(quoteWords(query, found?.corrections ?? [])),
  });
  return (
    <>
      <section aria-labelledby="found-entries">
        <h2 id="found-entries" className={classes.section}>
          Your history
        </h2>
        <p role="status" className={classes.about}>
          {/* An entry that is not sent yet is counted, and shown in the history only. */}
          {search
            ? describeSearch(search, search.found.size || search.closest.length)
            : "Searching…"}
        </p>
        <SpellingNotice {...spelling(search)} />
        {entries.length > 0 && (
          <ul className={classes.entries}>
            {entries.slice(0, SHOWN).map((log) => (
              <li key={log.id}>
                <LastEntry log={log} />
              </li>
            ))}
          </ul>
        )}
        <Link to={`/history?search=${encodeURIComponent(query)}`} className={classes.all}>
          Search the whole history
        </Link>
      </section>
      <section aria-labelledby="found-passages">
        <h2 id="found-passages" className={classes.section}>
          Manuals
        </h2>
        <p role="status" className={classes.about}>
          {manuals ? describeFound(manuals.found, SHOWN) : "Searching…"}
        </p>
        <SpellingNotice {...spelling(manuals?.found)} />
        <ul className={classes.passages}>
          {hits.map((hit) => (
            <li key={`${hit.file_id} ${hit.chunk_no}`}>
              <PassageResult hit={hit} />
            </li>
          ))}
        </ul>
        <ManualsHost agent="ask" />
      </section>
    </>
  );
}
