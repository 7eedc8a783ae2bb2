import type { Company } from "@contracts/company.ts";
import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { formatDay } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { Toggle } from "#ui/toggle.tsx";
import classes from "./companies-panel.module.css";
import type { DeletionProgress } from "./deletions.ts";
import { formatFileCount } from "./format-counts.ts";

/** A company and its actions. */
export function CompanyRow(props: {
  company: Company;
  /** Its name, made different from that of another company. */
  name: string;
  /** Undefined unless it is being deleted. */
  deletion: DeletionProgress | undefined;
  readOnly: boolean;
  onRequireSecondFactor: (required: boolean) => void;
  onDelete: () => void;
}) {
  const { company, deletion } = props;
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={classes.about}>
        <h3 className={classes.name}>{company.name}</h3>
        <p className={classes.facts}>
          {formatUserCount(company.user_count)} · {formatFileCount(company.file_count)}
        </p>
        <p className={classes.facts}>
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
      <div className={classes.actions}>
        <Button
          component={Link}
          to={`/admin?tab=users&company=${company.id}`}
          aria-label={`Manage ${props.name}`}
          variant="default"
        >
          Manage
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={props.readOnly}
          // Not `disabled` while the deletion runs: the button would lose the focus.
          aria-disabled={deletion !== undefined}
          onClick={() => deletion === undefined && props.onDelete()}
        >
          Delete
        </Button>
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

function formatUserCount(count: number): string {
  return count === 1 ? "1 user" : `${count.toLocaleString()} users`;
}
