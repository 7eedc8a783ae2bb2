import type { Company } from "@contracts/company.ts";
import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { create } from "zustand";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import { deleteCompany } from "#commands/companies.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { lastUse } from "#mirror/person/lists/person-activity.ts";
import { formatDay, formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { Toggle } from "#ui/toggle.tsx";
import classes from "./companies-panel.module.css";

/**
 * The companies that are being deleted, by id: how many of their files have been deleted, and how
 * many there were. It is global state, because a deletion continues when another tab of the page is
 * opened, and must not be started again there.
 */
const useDeletions = create<Readonly<Record<string, { done: number; files: number }>>>(() => ({}));

/**
 * Deletes a company.
 * @returns null if this deletion is already running
 */
export async function deleteOnce(
  command: AdministrationCommand,
  company: Company,
): Promise<CommandResult | null> {
  const { id } = company;
  if (id in useDeletions.getState()) return null;
  const progress = (done: number, files: number) =>
    useDeletions.setState({ [id]: { done, files } });
  progress(0, company.file_count);
  try {
    return await deleteCompany(command, company, progress);
  } finally {
    useDeletions.setState(({ [id]: _, ...others }) => others, true);
  }
}

/** "1 file", "3 files". */
export function formatFileCount(count: number): string {
  return count === 1 ? "1 file" : `${count.toLocaleString()} files`;
}

/** A company and its actions. */
export function CompanyRow(props: {
  company: Company;
  /** Its name, made different from that of another company. */
  name: string;
  readOnly: boolean;
  onRequireSecondFactor: (required: boolean) => void;
  onDelete: () => void;
}) {
  const { company } = props;
  // A row mirrored by an older version of the app does not have the last one.
  const { user_count, file_count, waiting = 0 } = company;
  const used = lastUse(company);
  const deletion = useDeletions((all) => all[company.id]);
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={`${shared.lines} ${classes.about}`}>
        <h3 className={shared.name}>{company.name}</h3>
        <p className={shared.facts}>
          {user_count === 1 ? "1 user" : `${user_count.toLocaleString()} users`} ·{" "}
          {formatFileCount(file_count)}
        </p>
        <p className={shared.facts}>
          {used === null ? "Never used" : `Last used ${formatMoment(used)}`}
          {waiting > 0 &&
            ` · ${waiting === 1 ? "1 answer" : `${waiting.toLocaleString()} answers`} to look at`}
        </p>
        <p className={shared.facts}>
          Created {formatDay(Date.parse(company.created_at))} · ID {company.id.slice(0, 8)}
        </p>
        {deletion !== undefined && (
          <p className={classes.state} role="status">
            {deletion.files === 0
              ? "Deleting..."
              : `Deleting... ${deletion.done} of ${formatFileCount(deletion.files)}`}
          </p>
        )}
      </div>
      <div className={`${shared.actions} ${rows.actions}`}>
        <Button
          component={Link}
          to={`/admin?tab=users&company=${company.id}`}
          aria-label={`Manage ${props.name}`}
          variant="default"
        >
          Manage
        </Button>
        <ActionButton
          icon={Trash2}
          disabled={props.readOnly}
          // Not `disabled` while the deletion runs: the button would lose the focus.
          aria-disabled={deletion !== undefined}
          onClick={() => deletion === undefined && props.onDelete()}
        >
          Delete
        </ActionButton>
      </div>
      <div className={classes.requirement}>
        <Toggle
          label="Require a second factor of administrators"
          // A row mirrored by an older version of the app does not have this field.
          checked={company.require_second_factor === true}
          disabled={props.readOnly}
          onChange={props.onRequireSecondFactor}
        />
      </div>
    </div>
  );
}
