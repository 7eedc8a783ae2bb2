import { AGENTS } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import { VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router-dom";
import { entryTitle } from "#features/history/entry-form.ts";
import { useResult } from "#features/history/use-result.ts";
import type { Entry } from "#mirror/person/entry-changes.ts";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { formatMoment, formatTimeOfDay } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
import { dayThatBegins } from "./days.ts";
import classes from "./entry/entry.module.css";
import { JobNumber } from "./entry/entry-job.tsx";
import { FinishedEntry } from "./entry/finished-entry.tsx";
import paneClasses from "./finished-list.module.css";

/** The height of a typical entry with the gap below it, and of a line, in px, until measured. */
const CARD_HEIGHT = 240;
const LINE_HEIGHT = 40;

interface FinishedListProps {
  logs: readonly Entry[];
  /** Whether they are in the order of their days, each of which gets a heading. */
  inDays: boolean;
  /** The entry of the address; beside the lines, the first one is shown for any other value. */
  chosen: string | null;
  /** The address of the page with another choice. */
  addressWith: (id: string) => string;
  /** Whether they can be put into a job. */
  mayAssign?: boolean;
  /** All of them belong to the job that the page shows. */
  isOfJob?: boolean;
}

/**
 * The entries that are on the server: as cards, or where there is room, as lines beside the chosen
 * entry; the arrow keys, Home and End choose another. Not rendered again for a key of a search that
 * changes none of them.
 */
export const FinishedList = memo(function FinishedList(props: FinishedListProps) {
  const { logs, inDays, addressWith, mayAssign = false, isOfJob = false } = props;
  const now = Date.now();
  const hasRoom = useMediaQuery("(min-width: 68.75em)", false, { getInitialValueInEffect: false });
  // Cards are high, and all are rendered anew for every key of a search. At first, those beyond the
  // screen come after those on it.
  const ahead = useDeferredValue(hasRoom ? 6 : 2, 0);
  const navigate = useNavigate();
  const list = useRef<HTMLElement>(null);
  const details = useRef<HTMLElement>(null);
  /** The entry that a key has chosen last: it gets the focus once it is shown. */
  const followed = useRef<string | null>(null);
  const place = Math.max(
    0,
    logs.findIndex(({ id }) => id === props.chosen),
  );
  const chosen = logs[place];
  useEffect(() => {
    if (chosen === undefined || chosen.id !== followed.current) return;
    followed.current = null;
    list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
  }, [chosen]);

  useEffect(() => {
    if (!hasRoom) return;
    // An arrow key that would only scroll the page begins to go through the lines.
    function begin(event: globalThis.KeyboardEvent): void {
      if (event.target !== document.body || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      list.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    }
    document.addEventListener("keydown", begin);
    return () => document.removeEventListener("keydown", begin);
  }, [hasRoom]);

  function choose(event: KeyboardEvent): void {
    const places = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: logs.length - 1 };
    const wanted = logs[new Map(Object.entries(places)).get(event.key) ?? -1];
    const isOpening = event.key === "Enter" || event.key === " ";
    if (isOpening) details.current?.focus();
    if (isOpening || wanted !== undefined) event.preventDefault();
    if (wanted === undefined || wanted === chosen) return;
    followed.current = wanted.id;
    // One step of the way back for all keys: it leads to what was tapped before.
    navigate(addressWith(wanted.id), { replace: true });
  }

  const rows = (
    <RowList
      rows={logs}
      label="History"
      usualHeight={hasRoom ? LINE_HEIGHT : CARD_HEIGHT}
      list={list}
      kept={hasRoom ? chosen?.id : (props.chosen ?? undefined)}
      ahead={ahead}
      row={(log, index) => {
        // For the rendered entries alone: thousands of dates would take longer than a key may.
        const day = inDays ? dayThatBegins(log, logs[index - 1], now) : null;
        return (
          <>
            {day !== null && <h2 className={classes.section}>{day}</h2>}
            {hasRoom ? (
              <Link
                to={addressWith(log.id)}
                className={paneClasses.line}
                tabIndex={log === chosen ? 0 : -1}
                aria-current={log === chosen || undefined}
                onKeyDown={choose}
              >
                <Line log={log} underDay={inDays} isOfJob={isOfJob} />
              </Link>
            ) : (
              <FinishedEntry
                {...{ log, mayAssign, isOfJob }}
                underDay={inDays}
                isAsked={log.id === props.chosen}
              />
            )}
          </>
        );
      }}
    />
  );
  if (!hasRoom || chosen === undefined) return rows;
  return (
    <div className={paneClasses.panes}>
      <div className={paneClasses.lines}>{rows}</div>
      <section
        ref={details}
        tabIndex={-1}
        aria-label="Chosen entry"
        className={paneClasses.details}
      >
        <FinishedEntry key={chosen.id} log={chosen} underDay={false} {...{ mayAssign, isOfJob }} />
      </section>
    </div>
  );
});

const Line = memo(function Line(props: {
  log: MirroredAgentLog;
  underDay: boolean;
  isOfJob: boolean;
}) {
  const { log, underDay } = props;
  const Icon = AGENT_ICONS[log.agent_type];
  const time = doneAt(log);
  return (
    <>
      <time dateTime={new Date(time).toISOString()} className={paneClasses.time}>
        {(underDay ? formatTimeOfDay : formatMoment)(time)}
      </time>
      <Icon size={18} className={classes.icon} data-agent={log.agent_type} aria-hidden />
      <VisuallyHidden>{AGENTS[log.agent_type].name}</VisuallyHidden>
      <span data-title className={paneClasses.title}>
        {entryTitle(log, useResult(log))}
      </span>
      {!props.isOfJob && log.job_id && <JobNumber jobId={log.job_id} />}
    </>
  );
});
