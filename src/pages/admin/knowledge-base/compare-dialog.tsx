import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group, Text } from "@mantine/core";
import type { GoldenReport } from "#commands/golden-run.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { GoldenResults } from "../golden-check/golden-results.tsx";

/** Shows what a held version does to the golden questions, and asks which version is to answer. */
export function CompareDialog(props: {
  held: KnowledgeFile;
  previous: KnowledgeFile;
  report: GoldenReport;
  onCancel: () => void;
  onReplace: () => void;
  onKeep: () => void;
}) {
  const { held, previous, report } = props;
  return (
    <AdminDialog
      company={{ id: held.company_id }}
      onClose={props.onCancel}
      title="Replace document?"
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text>
        “{held.file_name}” is to take the place of “{previous.file_name}”. The golden questions were
        searched for in both.
      </Text>
      <GoldenResults check={{ report, isDone: true }} />
      <Text mt="md">
        If you keep the earlier version, “{held.file_name}” is deleted. This can't be undone: to try
        it again, you would have to upload it again.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onCancel} data-autofocus>
          Cancel
        </Button>
        <Button variant="default" onClick={props.onKeep}>
          Keep the earlier version
        </Button>
        <Button color="danger" onClick={props.onReplace}>
          Replace anyway
        </Button>
      </Group>
    </AdminDialog>
  );
}
