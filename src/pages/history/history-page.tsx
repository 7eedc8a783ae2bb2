import type { Agent } from "@contracts/agent.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import {
  describeSearch,
  NO_WORDS,
  shownEntries,
  useHistorySearch,
} from "#features/history/use-history-search.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { countHistory, HISTORY_SCOPE, readHistory } from "#mirror/person/agent-logs.ts";
import type { Entry } from "#mirror/person/entry-changes.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { formatBriefMoment } from "#ui/format.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { whenIdle } from "#ui/when-idle.ts";
import { keepPdfMaker } from "./entry/entry-actions.tsx";
import { FinishedList } from "./finished-list.tsx";
import { agentFilter, HistoryControls, historyAddress, historyTitle } from "./history-controls.tsx";
import { JobPage } from "./history-of-job.tsx";
import classes from "./history-page.module.css";
import { useMarks } from "./use-marks.ts";
import { type NotSentYet, useMayAssign, useWaiting, WaitingList } from "./waiting-list.tsx";

/** The address follows a search after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 300;

const TEXTS: ListTexts = {
  empty: "No agent history found",
  loading: "Loading your history...",
  failed: "Your history could not be loaded.",
  absent: "Your history is not on this device yet.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 150;

/** The person's history, or the part of it that belongs to the job of the address. */
export function HistoryPage() {
  const [parameters] = useSearchParams();
  const jobId = parameters.get("job");
  const agent = jobId === null ? agentFilter(parameters.get("agent")) : null;
  const lists = { waiting: useWaiting(agent), mayAssign: useMayAssign() };
  // For the first picture of a job's page, which a read of the device would delay.
  const shown = useRef<readonly Entry[]>(undefined);
  if (jobId !== null) return <JobPage {...{ ...lists, jobId, shown }} />;
  return <WholeHistory {...{ ...lists, agent, shown }} />;
}

/** First what is only on this device, then the entries on the server. */
function WholeHistory(props: {
  agent: Agent | null;
  waiting: NotSentYet[] | undefined;
  mayAssign: boolean | undefined;
  shown: RefObject<readonly Entry[] | undefined>;
}) {
  const { agent, waiting, mayAssign, shown: shownLast } = props;
  const [parameters] = useSearchParams();
  const entry = parameters.get("entry");
  useKeptScroll(entry, "History");
  const searched = parameters.get("search") ?? "";
  const [query, setQuery] = useQueryInAddress(searched, agent);
  const box = useRef<HTMLInputElement>(null);
  const sync = useSync();
  const offline = useConnection() === "down";
  const db = useMirror();
  const logs = useLive(() => readHistory(db, agent), [db, agent]);
  useEffect(() => {
    shownLast.current = agent === null ? logs : undefined;
  }, [shownLast, logs, agent]);
  // Counted, because the list would read ten thousand entries again after every refresh.
  const { rows: count, state } = useList(HISTORY_SCOPE, (mirror) => countHistory(mirror, agent), [
    agent,
  ]);
  const { refreshed } = state;
  const started = useRef(sync);
  useEffect(() => {
    // A sync that starts while the page is open asks for the history by itself.
    if (started.current === null) started.current = sync;
    else if (!offline) void sync?.refreshHistory();
  }, [sync, offline]);

  const hasEntries = logs !== undefined && logs.length > 0;
  useEffect(() => {
    if (hasEntries && !offline) void whenIdle.then(keepPdfMaker);
  }, [hasEntries, offline]);

  const history = useMemo(() => ({ logs, waiting }), [logs, waiting]);
  const search = useHistorySearch(query, history);
  const shown = {
    waiting: waiting && shownEntries(waiting, search),
    logs: useMemo(() => logs && shownEntries(logs, search), [logs, search]),
  };
  const page = useRef<HTMLDivElement>(null);
  useMarks(page, search?.marks ?? NO_WORDS);
  const addressWith = useCallback(
    (id: string) => historyAddress(agent, searched, id),
    [agent, searched],
  );
  const isEmpty = logs !== undefined && !hasEntries && count === 0;
  const hasRows = hasEntries || (state.phase === "known" && waiting?.length !== 0);
  return (
    <div ref={page} className={classes.page}>
      <PageHeading
        title={historyTitle(agent)}
        {...(offline &&
          refreshed && { subtitle: `As of ${formatBriefMoment(refreshed, Date.now())}` })}
      />
      <RefreshNotice state={state} />
      <HistoryControls box={box} agent={agent} query={query} onQuery={setQuery} />
      <p role="status" className={classes.status}>
        {search !== null &&
          shown.logs &&
          shown.waiting &&
          describeSearch(search, shown.logs.length + shown.waiting.length, agent)}
      </p>
      {search !== null && (
        <SpellingNotice
          corrections={search.corrections}
          onAsWritten={() => {
            setQuery(quoteWords(search.query, search.corrections));
            box.current?.focus();
          }}
        />
      )}
      {shown.waiting !== undefined && shown.waiting.length > 0 && (
        <WaitingList entries={shown.waiting} mayAssign={mayAssign === true} />
      )}
      {shown.logs !== undefined && shown.logs.length > 0 && (
        <FinishedList
          logs={shown.logs}
          inDays={search === null || search.found.size > 0}
          chosen={entry}
          addressWith={addressWith}
          mayAssign={mayAssign === true}
        />
      )}
      {!hasRows && (
        <ListPlaceholder
          state={isEmpty ? state : { ...state, phase: "loading" }}
          words={TEXTS}
          rowHeight={ENTRY_HEIGHT}
        />
      )}
    </div>
  );
}

/**
 * The search of the history, which the address follows, so that a reload or a link brings the same
 * view. A search that comes into the address in another way replaces the typed one.
 * @param searched the search of the address
 */
function useQueryInAddress(
  searched: string,
  agent: Agent | null,
): [query: string, setQuery: (query: string) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [query, setQuery] = useState(searched);
  const [known, setKnown] = useState(searched);
  // The text that this hook has put into the address, which arrives there later than the next key may.
  const [written, setWritten] = useState(searched);
  if (searched !== known) {
    setKnown(searched);
    if (searched !== written) setQuery(searched);
  }
  useEffect(() => {
    const wanted = query.trim() === "" ? "" : query;
    if (wanted === searched) return;
    const timer = setTimeout(() => {
      // A tap on another agent has changed the address, and this page is not rendered for it yet.
      if (window.location.search !== search) return;
      setWritten(wanted);
      navigate(historyAddress(agent, wanted), { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [query, searched, agent, navigate, search]);
  return [query, setQuery];
}
