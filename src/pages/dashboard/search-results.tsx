import type { Correction } from "@contracts/spelling/correction.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useId, useMemo } from "react";
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
  const searchAsWritten = (corrections: readonly Correction[]) =>
    onQuery(quoteWords(query, corrections));
  return (
    <>
      <Group
        title="Your history"
        // An entry that is not sent yet is shown in the history only.
        said={search && describeSearch(search, search.found.size || search.closest.length)}
        corrections={search?.corrections}
        onAsWritten={searchAsWritten}
      >
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
      </Group>
      <Group
        title="Manuals"
        said={manuals && describeFound(manuals.found, SHOWN)}
        corrections={manuals?.found?.corrections}
        onAsWritten={searchAsWritten}
      >
        <ul className={classes.passages}>
          {hits.map((hit) => (
            <li key={`${hit.file_id} ${hit.chunk_no}`}>
              <PassageResult hit={hit} />
            </li>
          ))}
        </ul>
      </Group>
      <ManualsHost agent="ask" />
    </>
  );
}

/** @param props.said the result as text; null or undefined before there is one */
function Group(props: {
  title: string;
  said: string | null | undefined;
  corrections: readonly Correction[] | undefined;
  onAsWritten: (corrections: readonly Correction[]) => void;
  children: ReactNode;
}) {
  const { title, said, corrections = [], onAsWritten, children } = props;
  const labelId = useId();
  return (
    <section aria-labelledby={labelId}>
      <h2 id={labelId} className={classes.section}>
        {title}
      </h2>
      <p role="status" className={classes.about}>
        {said ?? "Searching…"}
      </p>
      <SpellingNotice corrections={corrections} onAsWritten={() => onAsWritten(corrections)} />
      {children}
    </section>
  );
}
