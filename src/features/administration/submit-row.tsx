import { Button, Group, Loader, Text } from "@mantine/core";
import type { RefObject } from "react";

/** The end of a form in a dialog: why nothing can be sent, and the buttons that cancel and send. */
export function SubmitRow(props: {
  /** The words of the button that sends. */
  label: string;
  /** Why nothing can be sent now; null if it is possible. */
  readOnlyReason: string | null;
  /** Something else is missing. */
  disabled: boolean;
  /** The form is being sent. */
  busy: boolean;
  onCancel: () => void;
  buttons?: RefObject<HTMLDivElement | null>;
}) {
  const { readOnlyReason, busy } = props;
  return (
    <>
      {readOnlyReason !== null && <Text c="var(--fa-waiting-text)">{readOnlyReason}</Text>}
      <Group ref={props.buttons} justify="flex-end">
        <Button variant="default" aria-disabled={busy} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={readOnlyReason !== null || props.disabled}
          // Not `disabled`: the button would lose the focus.
          aria-disabled={busy}
          {...(busy && { leftSection: <Loader size={20} color="currentColor" aria-hidden /> })}
        >
          {props.label}
        </Button>
      </Group>
    </>
  );
}
