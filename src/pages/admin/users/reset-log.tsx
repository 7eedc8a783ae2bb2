import type { AccountReset } from "@contracts/account-reset.ts";
import type { Person } from "@contracts/person.ts";
import { useEffect, useState } from "react";
import { readResets } from "#commands/account-resets.ts";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { momentWords } from "#ui/format.ts";
import classes from "./reset-dialog.module.css";
import { resetLogWords } from "./reset-words.ts";

/** What administrators did for a person before, as the server has written it down. */
export function ResetLog(props: { person: Person; command: AdministrationCommand | null }) {
  const { person, command } = props;
  const [entries, setEntries] = useState<AccountReset[] | null | "asked">("asked");
  useEffect(() => {
    let isCurrent = true;
    if (command !== null) {
      void readResets(command, person).then((read) => isCurrent && setEntries(read));
    }
    return () => {
      isCurrent = false;
    };
  }, [command, person]);

  if (entries === "asked") return null;
  return (
    <section className={classes.log} aria-labelledby="reset-log">
      <h3 id="reset-log" className={classes.logTitle}>
        Done so far
      </h3>
      {entries === null && <p>This could not be loaded.</p>}
      {entries?.length === 0 && <p>Nothing yet.</p>}
      {entries !== null && entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map((entry) => (
            <li key={entry.id} className={classes.entry}>
              {resetLogWords(entry)}{" "}
              <span className={classes.time}>{momentWords(Date.parse(entry.created_at))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
