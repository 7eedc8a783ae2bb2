import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useOpened } from "./use-opened.ts";

/** Asks in a dialog before an action that cannot be undone; one sentence needs only `AskTwice`. */
export function ConfirmDialog(props: {
  title: string;
  /** The effects of the action. Must end by saying that it cannot be undone. */
  children: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  /** The label of the button that cancels. */
  cancel?: string;
  size?: "lg";
  /** Another way to go on, which has the focus at first. */
  other?: { label: string; onChoose: () => void };
  onCancel: () => void;
  onConfirm: () => void;
}) {
  const { other } = props;
  return (
    <Modal
      opened={useOpened(true)}
      onClose={props.onCancel}
      title={props.title}
      {...(props.size && { size: props.size })}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {props.children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel} data-autofocus={!other || undefined}>
          {props.cancel ?? "Cancel"}
        </Button>
        {other && (
          <Button variant="default" onClick={other.onChoose} data-autofocus>
            {other.label}
          </Button>
        )}
        <Button color="danger" onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
