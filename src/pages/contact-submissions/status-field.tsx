import { Button, NativeSelect } from "@mantine/core";
import { isLeadStatus, type LeadStatus, STATUS_CHOICES, STATUS_WORDS } from "./lead-status.ts";
import classes from "./submission-card.module.css";

/** Where a request stands, to be chosen; a choice that could not be saved waits beside it. */
export function StatusField(props: {
  shown: LeadStatus;
  /** Chosen and not saved; null when there is none. */
  unsaved: LeadStatus | null;
  disabled: boolean;
  describedBy: string | undefined;
  onChoose: (status: LeadStatus) => void;
  onForget: () => void;
}) {
  const { unsaved } = props;
  return (
    <div className={classes.field}>
      <NativeSelect
        label="Status"
        value={props.shown}
        data={STATUS_CHOICES}
        disabled={props.disabled}
        aria-describedby={props.describedBy}
        onChange={({ currentTarget: { value } }) => {
          if (isLeadStatus(value)) props.onChoose(value);
        }}
      />
      {unsaved !== null && (
        <div className={classes.unsaved}>
          <p className={classes.unsavedWords}>Not saved: {STATUS_WORDS[unsaved]}</p>
          <div className={classes.choices}>
            <Button disabled={props.disabled} onClick={() => props.onChoose(unsaved)}>
              Try again
            </Button>
            <Button variant="default" onClick={props.onForget}>
              Discard
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
