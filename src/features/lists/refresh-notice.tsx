import { formatBriefMoment } from "#ui/format.ts";
import classes from "./refresh-notice.module.css";
import { RetryButton } from "./retry-button.tsx";
import type { ListState } from "./use-list.ts";

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
