import { formatBriefMoment } from "#ui/format.ts";
import classes from "./log-count.module.css";
import type { ShownLogs } from "./use-filtered-logs.ts";

/**
 * Shows how many logs are listed, and from when they are.
 * @param props.words what one of them is called, and several
 */
export function LogCount(props: {
  shown: ShownLogs<unknown>;
  words: readonly [one: string, many: string];
}) {
  const { logs, isWhole, refreshed, state } = props.shown;
  return (
    <div className={classes.place}>
      <p aria-live="polite" className={classes.count}>
        {state.phase === "known" &&
          logs.length > 0 &&
          formatCount(logs.length, isWhole, props.words)}
      </p>
      {refreshed !== null && (
        <p className={classes.fresh}>As of {formatBriefMoment(refreshed, Date.now())}</p>
      )}
    </div>
  );
}

function formatCount(
  count: number,
  isWhole: boolean,
  [one, many]: readonly [string, string],
): string {
  if (!isWhole) return `The newest ${count} ${many}`;
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
