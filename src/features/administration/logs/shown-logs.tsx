import { PassingButton } from "#features/lists/list-placeholder.tsx";
import { AsOf } from "../notices.tsx";
import classes from "./logs.module.css";
import type { MoreLogs, ShownLogs } from "./use-filtered-logs.ts";

/**
 * Shows how many logs are listed, and from when they are.
 * @param props.words what one of them is called, and several
 */
export function LogCount(props: {
  shown: ShownLogs<unknown>;
  words: readonly [one: string, many: string];
}) {
  const { logs, isWhole, state } = props.shown;
  const [one, many] = props.words;
  const count = logs.length === 1 && isWhole ? `1 ${one}` : `${logs.length} ${many}`;
  return (
    <div className={classes.place}>
      <p aria-live="polite" className={classes.count}>
        {state.phase === "known" && logs.length > 0 && `${isWhole ? "" : "The newest "}${count}`}
      </p>
      <AsOf refreshed={state.refreshed} />
    </div>
  );
}

/** Asks for older logs. It disappears when there are none. */
export function LoadMoreButton({ more }: { more: MoreLogs }) {
  return (
    <PassingButton busy={more.isLoading} onClick={more.load}>
      {more.isLoading ? "Loading..." : `Load ${more.count} more`}
    </PassingButton>
  );
}
