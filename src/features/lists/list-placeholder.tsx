import { Button } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { formatBriefMoment } from "#ui/format.ts";
import { useFocusLeft } from "#ui/use-focus-left.ts";
import classes from "./list-placeholder.module.css";
import type { ListState } from "./use-list.ts";

/** The texts of a list while it has no rows. */
export interface ListTexts {
  /** The server has no rows. */
  empty: string;
  loading: string;
  failed: string;
  /** Without a connection, when the list never came to this device. */
  absent: string;
}

/** The texts of a list of that name. @param verb "is" for a name in the singular */
export function listTexts(empty: string, name: string, verb: "are" | "is" = "are"): ListTexts {
  return {
    empty,
    loading: `Loading ${name}...`,
    failed: `The ${name} could not be loaded.`,
    absent: `The ${name} ${verb} not on this device. ${verb === "is" ? "It comes" : "They come"} when you are back online.`,
  };
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * Stands in place of the rows of a list that shows none: loading, failed, absent and empty look
 * different. While the rows are loading, it takes their place from the beginning but is seen only
 * after a moment: most lists are there before that.
 */
export function ListPlaceholder(props: {
  state: Pick<ListState, "phase" | "retry">;
  words: ListTexts;
  /** The height of a typical row, in px. */
  rowHeight: number;
  /**
   * How many rows are drawn while they are loading. By default more than a screen holds, so that
   * the elements after the list do not move into view and out again.
   */
  rows?: number;
  /** For a short list among other things: the text instead of rows stands at its beginning. */
  compact?: true;
}) {
  const { state, words } = props;
  if (state.phase === "loading") {
    return (
      <div className={classes.loading} data-loading>
        <p role="status" className={classes.words}>
          {words.loading}
        </p>
        <div aria-hidden className={classes.rows}>
          {ROWS.slice(0, props.rows).map((row) => (
            <div key={row} className={classes.row} style={{ height: props.rowHeight }} />
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className={classes.empty} data-compact={props.compact}>
      <p role="status">{state.phase === "known" ? words.empty : words[state.phase]}</p>
      {state.phase === "failed" && <RetryButton retry={state.retry} />}
    </div>
  );
}

/** Shows above a list that it could not be refreshed, and how old it is. */
export function RefreshNotice({ state }: { state: ListState }) {
  if (!state.isFailing || typeof state.refreshed !== "number") return null;
  return (
    <div className={classes.notice}>
      <p role="status">
        Could not be refreshed. Showing what was here at{" "}
        {formatBriefMoment(state.refreshed, Date.now())}.
      </p>
      <RetryButton retry={state.retry} />
    </div>
  );
}

/** Asks again for a list. It disappears when the list has come. */
function RetryButton(props: { retry: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void props.retry().finally(() => setBusy(false));
  };
  return (
    <PassingButton busy={busy} onClick={retry}>
      {busy ? "Trying again..." : "Retry"}
    </PassingButton>
  );
}

/** A button that disappears once it has done its work. */
export function PassingButton(props: { busy: boolean; onClick: () => void; children: ReactNode }) {
  const { busy, onClick, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
  return (
    <Button
      ref={button}
      variant="default"
      // Not `disabled`: the button would lose the focus.
      aria-disabled={busy || undefined}
      onClick={() => busy || onClick()}
    >
      {children}
    </Button>
  );
}
