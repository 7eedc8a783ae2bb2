import { quoteWords } from "@contracts/spelling/question-words.ts";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { PassageList } from "#features/chat/passage-list.tsx";
import {
  describeSearch,
  shownEntries,
  useHistorySearch,
} from "#features/history/use-history-search.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { ManualsHost } from "#features/manuals/manuals-host.tsx";
import { describeFound, useManualSearch } from "#features/manuals/use-manual-search.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { closedBecause } from "#session/closed-agents.ts";
import { useShownIdentity } from "#session/pin.ts";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import classes from "./dashboard-page.module.css";
import { LastEntry } from "./recent-work.tsx";

/** How many entries, and how many passages, are shown at most. */
const SHOWN = 5;

/** The searches begin after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 250;

interface ResultsProps {
  query: string;
  /** Called with the search that is wanted instead. */
  onQuery: (query: string) => void;
}

/** What this device finds in the person's history, and in the manuals that they may read. */
export function SearchResults({ query, onQuery }: ResultsProps) {
  useKeptScroll();
  const identity = useShownIdentity();
  const [searched] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS);
  const agent = (["ask", "label"] as const).find(
    (each) => identity !== null && closedBecause(identity, each) === null,
  );
  return (
    <>
      <HistoryResults query={searched} onQuery={onQuery} />
      {agent !== undefined && <ManualResults agent={agent} query={searched} onQuery={onQuery} />}
    </>
  );
}

function HistoryResults({ query, onQuery }: ResultsProps) {
  const db = useMirror();
  const logs = useLive(() => readHistory(db, null), [db]);
  const search = useHistorySearch(query, logs);
  const found = useMemo(() => logs && search && shownEntries(logs, search), [logs, search]);
  return (
    <section aria-labelledby="found-entries">
      <h2 id="found-entries" className={classes.section}>
        Your history
      </h2>
      <p role="status" className={classes.about}>
        {found && search ? describeSearch(search, found.length) : "Searching…"}
      </p>
      {search && (
        <SpellingNotice
          corrections={search.corrections}
          onAsWritten={() => onQuery(quoteWords(search.query, search.corrections))}
        />
      )}
      {found && found.length > 0 && (
        <ul aria-labelledby="found-entries" className={classes.entries}>
          {found.slice(0, SHOWN).map((log) => (
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
  );
}

function ManualResults(props: ResultsProps & { agent: "ask" | "label" }) {
  const { agent, query, onQuery } = props;
  const search = useManualSearch(agent, query, SHOWN);
  const hits = search?.found?.hits ?? [];
  const corrections = search?.found?.corrections ?? [];
  return (
    <section aria-labelledby="found-passages">
      <h2 id="found-passages" className={classes.section}>
        Manuals
      </h2>
      <p role="status" className={classes.about}>
        {search ? describeFound(search.found, SHOWN) : "Searching…"}
      </p>
      {search && (
        <SpellingNotice
          corrections={corrections}
          onAsWritten={() => onQuery(quoteWords(search.query, corrections))}
        />
      )}
      {hits.length > 0 && <PassageList hits={hits} />}
      <ManualsHost agent={agent} />
    </section>
  );
}
