import { Button } from "@mantine/core";
import { useRef } from "react";
import { formatBriefMoment } from "#ui/format.ts";
import { useFocusLeft } from "#ui/use-focus-left.ts";
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
  const { logs, isWhole, refreshed, state } = props.shown;
  const [one, many] = props.words;
  const count = logs.length === 1 && isWhole ? `1 ${one}` : `${logs.length} ${many}`;
  return (
    <div className={classes.place}>
      <p aria-live="polite" className={classes.count}>
        {state.phase === "known" && logs.length > 0 && `${isWhole ? "" : "The newest "}${count}`}
      </p>
      {refreshed !== null && (
        <p className={classes.fresh}>As of {formatBriefMoment(refreshed, Date.now())}</p>
      )}
    </div>
  );
}

/** Asks for older logs. It disappears when there are none. */
export function LoadMoreButton({ more }: { more: MoreLogs }) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
  return (
    <Button
      ref={button}
      variant="default"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={more.isLoading || undefined}
      onClick={more.load}
    >
      {more.isLoading ? "Loading..." : `Load ${more.count} more`}
    </Button>
  );
}
