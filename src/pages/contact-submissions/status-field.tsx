import { Button, NativeSelect } from "@mantine/core";
import classes from "./request-card.module.css";
import {
  isRequestStatus,
  type RequestStatus,
  STATUS_CHOICES,
  STATUS_NAMES,
} from "./request-status.ts";

/** A selector for the status of a request; shows a choice that could not be saved beside it. */
export function StatusField(props: {
  shown: RequestStatus;
  /** A choice that is not saved; null if there is none. */
  unsaved: RequestStatus | null;
  disabled: boolean;
  describedBy: string | undefined;
  onChoose: (status: RequestStatus) => void;
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
          if (isRequestStatus(value)) props.onChoose(value);
        }}
      />
      {unsaved !== null && (
        <div className={classes.unsaved}>
          <p className={classes.unsavedWords}>Not saved: {STATUS_NAMES[unsaved]}</p>
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
