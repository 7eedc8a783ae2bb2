import type { AccountReset } from "@contracts/account-reset.ts";
import type { Person } from "@contracts/person.ts";
import { useCallback, useEffect, useState } from "react";
import { readResets } from "#commands/account-resets.ts";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { momentWords } from "#ui/format.ts";
import classes from "./reset-dialog.module.css";
import { resetLogWords } from "./reset-words.ts";

const WORDS: ListWords = {
  empty: "Nothing yet.",
  loading: "Loading what was done so far...",
  failed: "What was done so far could not be loaded.",
  absent: "What was done so far is shown when you are back online.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 44;

/** What administrators did for a person before, as the server has written it down. */
export function ResetLog(props: { person: Person; command: AdministrationCommand | null }) {
  const { person, command } = props;
  const isReachable = useReachable();
  const [entries, setEntries] = useState<AccountReset[] | "loading" | "failed">("loading");
  const ask = useCallback(
    async (isWanted: () => boolean = () => true) => {
      if (command === null) return;
      const read = await readResets(command, person);
      if (isWanted()) setEntries(read ?? "failed");
    },
    [command, person],
  );
  useEffect(() => {
    if (!isReachable) return undefined;
    let isCurrent = true;
    void ask(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [ask, isReachable]);

  const phase = Array.isArray(entries) ? "known" : isReachable ? entries : "absent";
  return (
    <section className={classes.log} aria-labelledby="reset-log">
      <h3 id="reset-log" className={classes.logTitle}>
        Done so far
      </h3>
      {Array.isArray(entries) && entries.length > 0 ? (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id} className={classes.entry}>
              {resetLogWords(entry)}{" "}
              <span className={classes.time}>{momentWords(Date.parse(entry.created_at))}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ListPlaceholder
          state={{ phase, retry: () => ask() }}
          words={WORDS}
          rowHeight={ENTRY_HEIGHT}
          rows={1}
          compact
        />
      )}
    </section>
  );
}
