import { AGENTS } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import { CircleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { entryTitle } from "#features/history/entry-form.ts";
import { useResult } from "#features/history/use-result.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readLastEntries } from "#mirror/person/agent-logs.ts";
import { isEverythingSent, useUnsentCount } from "#mirror/person/outbox/unsent.ts";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { useSession } from "#session/session.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { unsentStatus } from "#ui/unsent-status.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./dashboard-page.module.css";

/** How many of the last entries are shown. */
const SHOWN = 3;

const TryIt = lazyWhenIdle(async () => (await import("./try-it.tsx")).TryIt);

/** What waits to be sent, the last entries of the history, and on a demo server how to try the app. */
export function RecentWork() {
  useKeptScroll();
  const db = useMirror();
  const unsent = useUnsentCount();
  const entries = useLive(() => readLastEntries(db, SHOWN), [db]);
  const isDemo = useSession(({ deployment }) => deployment?.demoAccounts !== undefined);
  if (unsent === undefined || entries === undefined) return null;
  return (
    <>
      {!isEverythingSent(unsent) && (
        <Link to="/history" className={classes.waiting}>
          <CircleAlert size={20} aria-hidden />
          {unsentStatus(unsent)}
        </Link>
      )}
      {entries.length > 0 && (
        <section aria-labelledby="last">
          <h2 id="last" className={classes.section}>
            Last entries
          </h2>
          <ul aria-labelledby="last" className={classes.entries}>
            {entries.map((log) => (
              <li key={log.id}>
                <LastEntry log={log} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isDemo && <TryIt />}
    </>
  );
}

/** A line that leads to an entry of the history. */
export function LastEntry({ log }: { log: MirroredAgentLog }) {
  const now = useNow(60_000);
  const title = entryTitle(log, useResult(log));
  const Icon = AGENT_ICONS[log.agent_type];
  const time = doneAt(log);
  return (
    <Link to={`/history?entry=${log.id}`} data-agent={log.agent_type} className={classes.entry}>
      <Icon size={20} aria-label={AGENTS[log.agent_type].name} className={classes.entryIcon} />
      <span className={classes.entryTitle}>{title}</span>
      <time dateTime={new Date(time).toISOString()} className={classes.entryTime}>
        {formatBriefMoment(time, now)}
      </time>
    </Link>
  );
}
