import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useOpened } from "./use-opened.ts";

/**
 * Asks in a dialog before something that cannot be undone, and tells what comes of it. A tap beside
 * it changes nothing. One sentence about one entry is asked in its place, by `AskTwice`.
 */
export function ConfirmDialog(props: {
  title: string;
  /** What will happen, ending with that it cannot be undone. */
  children: ReactNode;
  /** What the button says that does it. */
  confirm: string;
  /** What the button says that changes nothing. */
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
