import { useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { HISTORY_SCOPE, readHistory } from "#mirror/person/agent-logs.ts";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { useUnsent } from "#mirror/person/outbox/use-unsent.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { briefMomentWords } from "#ui/format.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { agentFilter, historyTitle } from "./agent-filter.ts";
import { FinishedList } from "./finished-list.tsx";
import classes from "./history-page.module.css";
import { notSentYet } from "./not-sent-yet.ts";
import { WaitingList } from "./waiting-list.tsx";

/**
 * What a person did with the agents: first the entries that are only on this device, then the
 * entries on the server.
 */
export function HistoryPage() {
  const [search] = useSearchParams();
  const agent = agentFilter(search.get("agent"));
  const db = useMirror();
  const sync = useSync();
  const offline = useConnection() === "down";
  const unsent = useUnsent();
  const logs = useLive(() => readHistory(db, agent), [db, agent]);
  const refreshed = useLive(() => refreshedAt(db, HISTORY_SCOPE), [db]);
  useEffect(() => {
    void sync?.refreshHistory();
  }, [sync]);

  const waiting = unsent === undefined ? undefined : notSentYet(unsent, agent);
  // Before the server's first answer, an empty mirror does not mean that there is no history.
  const isKnown = typeof refreshed === "number";
  const isAbsent = refreshed === null && offline;
  return (
    <>
      <PageHeading
        title={historyTitle(agent)}
        {...(offline &&
          refreshed && { subtitle: `As of ${briefMomentWords(refreshed, Date.now())}` })}
      />
      {agent !== null && (
        <Link to="/history" className={classes.all}>
          Show all agents
        </Link>
      )}
      {waiting !== undefined && waiting.length > 0 && <WaitingList entries={waiting} />}
      {logs === undefined && <div data-loading />}
      {logs !== undefined && logs.length > 0 && <FinishedList logs={logs} />}
      {(isKnown || isAbsent) && waiting?.length === 0 && logs?.length === 0 && (
        <p className={classes.empty}>
          {isKnown ? "No agent history found" : "Your history is not on this device yet."}
        </p>
      )}
    </>
  );
}
