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
  onCancel: () => void;
  onConfirm: () => void;
}) {
  return (
    <Modal
      opened={useOpened(true)}
      onClose={props.onCancel}
      title={props.title}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {props.children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          {props.cancel ?? "Cancel"}
        </Button>
        <Button color="danger" onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
