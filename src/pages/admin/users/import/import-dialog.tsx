import type { Person } from "@contracts/person.ts";
import { Alert, Box, Button, FileButton, Group } from "@mantine/core";
import { Download, FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { saveCsv } from "#ui/csv.ts";
import { RowList } from "#ui/row-list.tsx";
import { useWarningBeforeLeaving } from "../../ai-settings/use-warning-before-leaving.ts";
import { ROLE_NAMES } from "../role-names.ts";
import { describeFate } from "./describe-fate.ts";
import { EXAMPLE_CSV, formatAgents, resultsCsv, resultsFileName } from "./import-csv.ts";
import classes from "./import-dialog.module.css";
import type { PlannedPerson } from "./plan-import.ts";
import { IMPORT_LIMIT } from "./read-people-csv.ts";
import { type RowResult, useImport } from "./use-import.ts";

/** The height of a typical row, in px, until it is measured. */
const USUAL_HEIGHT = 82;

/**
 * Creates people from a file. Shows what will happen with each line before anything is sent, and what
 * has happened after it. What was stopped can be continued, and creates nobody twice.
 */
export function ImportDialog(props: {
  companyId: string;
  /** Null before it is known here. */
  companyName: string | null;
  /** The people of the company. */
  people: readonly Person[];
  command: AdministrationCommand | null;
  /** Why nothing can be done now; null if it is possible. */
  readOnlyReason: string | null;
  onClose: () => void;
}) {
  const { companyName, command, readOnlyReason } = props;
  const { plan, problem, results, end, isRunning, openCount, choose, run, stop } = useImport(
    props.companyId,
    props.people,
  );
  const [isSaved, setSaved] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const resetFile = useRef<() => void>(null);
  const all = [...results.values()];
  const hasPasswords = all.some(
    (result) => typeof result === "object" && result.kind === "created" && result.temporary,
  );
  const wouldLose = hasPasswords && !isSaved;
  useWarningBeforeLeaving(isRunning || wouldLose);
  const isBegun = results.size > 0;
  const total = openCount + all.filter((result) => result !== "sending").length;
  const company = companyName ?? "your company";

  function close(): void {
    if (isRunning) return;
    if (wouldLose && !isWarned) setWarned(true);
    else props.onClose();
  }

  return (
    <AdminDialog
      company="named inside"
      onClose={close}
      title={`Import people into ${company}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!hasPasswords}
      withCloseButton={!hasPasswords}
    >
      <div className={classes.content}>
        {!isBegun && (
          <>
            <p className={classes.about}>
              A CSV file whose first line names the columns: Full name, Email, Role (Field
              Technician or Administrator), Agents (voice, snap, label), and Password, which may be
              empty: people without one get a temporary password, shown to you here. At most{" "}
              {IMPORT_LIMIT} people.
            </p>
            <div className={classes.files}>
              <FileButton
                accept=".csv,text/csv,text/tab-separated-values"
                resetRef={resetFile}
                onChange={(file) => {
                  // So that the same file can be chosen again.
                  resetFile.current?.();
                  if (file !== null) void choose(file);
                }}
              >
                {(button) => (
                  <Button
                    {...button}
                    variant={plan === null ? "filled" : "default"}
                    leftSection={<FileUp size={18} aria-hidden />}
                  >
                    {plan === null ? "Choose File" : "Choose Another File"}
                  </Button>
                )}
              </FileButton>
              <Button
                variant="default"
                leftSection={<Download size={18} aria-hidden />}
                onClick={() => saveCsv("people-example.csv", EXAMPLE_CSV)}
              >
                Download Example
              </Button>
            </div>
          </>
        )}
        {problem !== null && (
          <Alert color="red" role="alert" title="The file cannot be imported">
            {problem}
          </Alert>
        )}
        {plan !== null && (
          <>
            <p className={classes.counts} role="status">
              {describeCounts(plan, results)}
            </p>
            {isBegun && (
              <progress
                className={classes.progress}
                aria-label="Import"
                value={total - openCount}
                max={total}
              />
            )}
            <Box
              role="region"
              aria-label="Lines of the file"
              tabIndex={0}
              className={classes.rows ?? ""}
            >
              <RowList
                rows={plan}
                label="People in the file"
                usualHeight={USUAL_HEIGHT}
                scrolls="parent"
                row={(row) => <ImportRow row={row} result={results.get(row.id)} />}
              />
            </Box>
          </>
        )}
        {end !== null && end !== "finished" && (
          <Alert color="yellow" role="alert" title="The import was stopped">
            {end.stoppedBy ?? "Nobody else is created until you continue."}
          </Alert>
        )}
        {hasPasswords && (
          <p className={classes.notice} role={isWarned ? "alert" : undefined}>
            {isWarned && wouldLose && "You have not downloaded the results yet. "}
            The temporary passwords are shown only here and only now, and work for 7 days.
          </p>
        )}
        {readOnlyReason !== null && <p className={classes.notice}>{readOnlyReason}</p>}
        <Group justify="flex-end">
          {isBegun && plan !== null && (
            <Button
              variant={wouldLose && !isRunning ? "filled" : "default"}
              leftSection={<Download size={18} aria-hidden />}
              disabled={isRunning}
              onClick={() => {
                saveCsv(resultsFileName(Date.now()), resultsCsv(plan, results));
                setSaved(true);
              }}
            >
              Download Results
            </Button>
          )}
          {isRunning ? (
            <Button
              variant="default"
              onClick={({ detail }) => {
                // The button appears where Continue was: the second tap of a double tap lands here.
                if (detail < 2) stop();
              }}
            >
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {closeLabel(isBegun, isWarned && wouldLose)}
            </Button>
          )}
          {plan !== null && openCount > 0 && !isRunning && (
            <Button
              disabled={command === null || readOnlyReason !== null}
              onClick={() => {
                setSaved(false);
                if (command !== null) void run(command);
              }}
            >
              {isBegun ? "Continue" : `Create ${formatPeopleCount(openCount)}`}
            </Button>
          )}
        </Group>
      </div>
    </AdminDialog>
  );
}

function closeLabel(isBegun: boolean, isWarned: boolean): string {
  if (isWarned) return "Close Anyway";
  return isBegun ? "Done" : "Cancel";
}

function formatPeopleCount(count: number): string {
  return count === 1 ? "1 Person" : `${count} People`;
}

/** How many lines there are of each fate, in one sentence; what has not happened is left out. */
function describeCounts(
  plan: readonly PlannedPerson[],
  results: ReadonlyMap<string, RowResult>,
): string {
  const counts = { created: 0, toCreate: 0, there: 0, notCreated: 0 };
  for (const { id, fate } of plan) {
    const result = results.get(id);
    const known = typeof result === "object" ? result : undefined;
    if (fate.kind === "invalid") counts.notCreated += 1;
    else if (fate.kind === "there" || known?.kind === "taken") counts.there += 1;
    else if (known?.kind === "created") counts.created += 1;
    else if (known?.kind === "failed" && known.isFinal) counts.notCreated += 1;
    else counts.toCreate += 1;
  }
  const parts = [
    [counts.created, "created"],
    [counts.toCreate, "to create"],
    [counts.there, "already there"],
    [counts.notCreated, "not possible"],
  ] as const;
  return parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(" · ");
}

/** A line of the file: who it is, and what will happen or has happened. */
function ImportRow(props: { row: PlannedPerson; result: RowResult | undefined }) {
  const { person, fate } = props.row;
  const { result } = props;
  const [words, tone] = describeFate(fate, result);
  const created = typeof result === "object" && result.kind === "created" ? result : null;
  return (
    <div className={classes.row}>
      <p className={classes.who}>
        <span className={classes.name}>{person.fullName || `Line ${person.line}`}</span>{" "}
        <span className={classes.facts}>{person.email}</span>
      </p>
      <p className={classes.facts}>
        Line {person.line}
        {person.role !== null && ` · ${ROLE_NAMES[person.role]}`} · {formatAgents(person)}
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
