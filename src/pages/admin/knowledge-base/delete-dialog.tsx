import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group, Modal, Text } from "@mantine/core";
import { useOpened } from "../../../ui/use-opened.ts";

/** Asks before a file is deleted. A tap beside it changes nothing. */
export function DeleteDialog(props: {
  file: KnowledgeFile;
  onCancel: () => void;
  onDelete: () => void;
}) {
  return (
    <Modal
      opened={useOpened(true)}
      onClose={props.onCancel}
      title="Delete document?"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text>
        “{props.file.file_name}” and everything that answers found in it will be removed. This
        action cannot be undone.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          Cancel
        </Button>
        <Button color="danger" onClick={props.onDelete}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
