import { ROLE_WORDS } from "../role-words.ts";
import { fateWords } from "./fate-words.ts";
import { agentWords } from "./import-csv.ts";
import classes from "./import-dialog.module.css";
import type { PlannedPerson } from "./plan-import.ts";
import type { RowResult } from "./use-import.ts";

/** A line of the file: who it is, and what will happen or has happened. */
export function ImportRow(props: { row: PlannedPerson; result: RowResult | undefined }) {
  const { person, fate } = props.row;
  const { result } = props;
  const [words, tone] = fateWords(fate, result);
  const created = typeof result === "object" && result.kind === "created" ? result : null;
  return (
    <div className={classes.row}>
      <p className={classes.who}>
        <span className={classes.name}>{person.fullName || `Line ${person.line}`}</span>{" "}
        <span className={classes.facts}>{person.email}</span>
      </p>
      <p className={classes.facts}>
        Line {person.line}
        {person.role !== null && ` · ${ROLE_WORDS[person.role]}`} · {agentWords(person)}
      </p>
      <p className={classes.fate} data-tone={tone}>
        {words}
        {created?.temporary && (
          <>
            {" · "}
            <code className={classes.password}>{created.temporary.password}</code>
          </>
        )}
      </p>
    </div>
  );
}
