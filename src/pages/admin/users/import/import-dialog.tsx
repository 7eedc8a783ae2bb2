import { AGENT_IDS, AGENTS } from "@contracts/agent.ts";
import type { Person } from "@contracts/person.ts";
import { Alert, Button, Group } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { useCompanyNames } from "#features/administration/company-choices.ts";
import { ReadOnlyNotice } from "#features/administration/notices.tsx";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { saveCsv } from "#ui/csv.ts";
import { RowList } from "#ui/row-list.tsx";
import { useWarningBeforeLeaving } from "../../ai-settings/use-warning-before-leaving.ts";
import { CsvButton } from "../../csv-button.tsx";
import { ROLE_NAMES } from "../people.ts";
import { describeFate, EXAMPLE_CSV, resultsFile } from "./import-csv.ts";
import classes from "./import-dialog.module.css";
import { IMPORT_LIMIT, type ReadPerson } from "./read-people-csv.ts";
import { type PlannedPerson, type RowResult, useImport } from "./use-import.ts";

/**
 * Creates people from a file. Shows what will happen with each line before anything is sent, and what
 * has happened after it. What was stopped can be continued, and creates nobody twice.
 */
export function ImportDialog(props: {
  companyId: string;
  /** The people of the company. */
  people: readonly Person[];
  onClose: () => void;
}) {
  const { companyId } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const company = useCompanyNames().get(companyId) ?? "your company";
  const { plan, problem, results, end, isRunning, openCount, choose, chooseAccess, run, stop } =
    useImport(companyId, props.people);
  const unnamed = plan?.find(
    ({ person, fate }) => fate.kind === "create" && !person.isAccessGiven,
  )?.person;
  const [isSaved, setSaved] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const all = [...results.values()];
  const hasPasswords = all.some(
    (result) => typeof result === "object" && result.kind === "created" && result.temporary,
  );
  const wouldLose = hasPasswords && !isSaved;
  useWarningBeforeLeaving(isRunning || wouldLose);
  const isBegun = results.size > 0;
  const total = openCount + all.filter((result) => result !== "sending").length;

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
      <div className={shared.panel}>
        {!isBegun && (
          <>
            <p className={shared.about}>
              A CSV file whose first line names the columns: Full name, Email, Role (Field
              Technician or Administrator), Agents (voice;snap;label, all or none), and Password.
              Agents and Password may be empty: you choose the agents of people without any below,
              and people without a password get a temporary one, shown to you here. At most{" "}
              {IMPORT_LIMIT} people.
            </p>
            <div className={shared.actions}>
              <CsvButton
                accept=",text/tab-separated-values"
                variant={plan === null ? "filled" : "default"}
                onChoose={(file) => void choose(file)}
              >
                {plan === null ? "Choose File" : "Choose Another File"}
              </CsvButton>
              <ActionButton
                icon={Download}
                onClick={() => saveCsv("people-example.csv", EXAMPLE_CSV)}
              >
                Download Example
              </ActionButton>
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
            {!isBegun && unnamed !== undefined && (
              <fieldset className={shared.checks}>
                <legend className={shared.legend}>People without agents in the file get</legend>
                {(["voice", "snap", "label"] as const).map((agent) => (
                  <Check
                    key={agent}
                    label={AGENTS[agent].name}
                    checked={unnamed[agent]}
                    onChange={(isAllowed) => chooseAccess(agent, isAllowed)}
                  />
                ))}
              </fieldset>
            )}
            {isBegun && (
              <progress
                className={classes.progress}
                aria-label="Import"
                value={total - openCount}
                max={total}
              />
            )}
            <ScrolledRegion label="Lines of the file" className={classes.rows}>
              <RowList
                rows={plan}
                label="People in the file"
                usualHeight={82}
                scrolls="parent"
                row={(row) => <ImportRow row={row} result={results.get(row.id)} />}
              />
            </ScrolledRegion>
          </>
        )}
        {end !== null && end !== "finished" && (
          <Alert color="yellow" role="alert" title="The import was stopped">
            {end.stoppedBy ?? "Nobody else is created until you continue."}
          </Alert>
        )}
        {hasPasswords && (
          <p className={shared.notice} role={isWarned ? "alert" : undefined}>
            {isWarned && wouldLose && "You have not downloaded the results yet. "}
            The temporary passwords are shown only here and only now, and work for 7 days.
          </p>
        )}
        <ReadOnlyNotice />
        <Group justify="flex-end">
          {isBegun && plan !== null && (
            <ActionButton
              variant={wouldLose && !isRunning ? "filled" : "default"}
              icon={Download}
              disabled={isRunning}
              onClick={() => {
                saveCsv(...resultsFile(plan, results, Date.now()));
                setSaved(true);
              }}
            >
              Download Results
            </ActionButton>
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
              {isWarned && wouldLose ? "Close Anyway" : isBegun ? "Done" : "Cancel"}
            </Button>
          )}
          {plan !== null && openCount > 0 && !isRunning && (
            <Button
              disabled={readOnly}
              onClick={() => {
                setSaved(false);
                if (command !== null) void run(command);
              }}
            >
              {isBegun
                ? "Continue"
                : `Create ${openCount} ${openCount === 1 ? "Person" : "People"}`}
            </Button>
          )}
        </Group>
      </div>
    </AdminDialog>
  );
}

/** How many lines there are of each fate, in one sentence; what has not happened is left out. */
function describeCounts(
  plan: readonly PlannedPerson[],
  results: ReadonlyMap<string, RowResult>,
): string {
  const counts = { created: 0, "to create": 0, "already there": 0, "not possible": 0 };
  for (const { id, fate } of plan) {
    const result = results.get(id);
    const known = typeof result === "object" ? result : undefined;
    if (fate.kind === "invalid") counts["not possible"] += 1;
    else if (fate.kind === "there" || known?.kind === "taken") counts["already there"] += 1;
    else if (known?.kind === "created") counts.created += 1;
    else if (known?.kind === "failed" && known.isFinal) counts["not possible"] += 1;
    else counts["to create"] += 1;
  }
  return Object.entries(counts)
    .flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(" · ");
}

/** A line of the file: who it is, and what will happen or has happened. */
function ImportRow(props: { row: PlannedPerson; result: RowResult | undefined }) {
  const { person, fate } = props.row;
  const { result } = props;
  const [words, tone] = describeFate(fate, result);
  const created = typeof result === "object" && result.kind === "created" ? result : null;
  return (
    <div className={classes.row}>
      <p>
        <span className={classes.name}>{person.fullName || `Line ${person.line}`}</span>{" "}
        <span className={shared.facts}>{person.email}</span>
      </p>
      <p className={shared.facts}>
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

/** The agents that a person may use, as text. */
function formatAgents(access: Pick<ReadPerson, "voice" | "snap" | "label">): string {
  const names = AGENT_IDS.flatMap((id) =>
    id !== "ask" && access[id] ? [AGENTS[id].name.replace(" Agent", "")] : [],
  );
  return names.length === 0 ? "No agents" : names.join(", ");
}
