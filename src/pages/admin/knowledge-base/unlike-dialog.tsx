import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group, Text } from "@mantine/core";
import type { UnlikeDecision } from "#commands/held-versions.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";

/** A file that is to replace a document and has little in common with it. */
export interface UnlikeQuestion {
  previous: KnowledgeFile;
  /** The name of the new file. */
  name: string;
  decide: (decision: UnlikeDecision) => void;
}

/** Asks whether a file that may be another document is to replace one. */
export function UnlikeDialog({ previous, name, decide }: UnlikeQuestion) {
  return (
    <AdminDialog
      company={{ id: previous.company_id }}
      onClose={() => decide("cancel")}
      title="Replace document?"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text>
        “{name}” has little in common with “{previous.file_name}”. Replace it, or keep both?
      </Text>
      <Text mt="sm">
        Once it is replaced, no new answer comes from “{previous.file_name}”. If both are kept, “
        {name}” is added for the same agents.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => decide("cancel")}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => decide("keep-both")} data-autofocus>
          Keep both
        </Button>
        <Button color="danger" onClick={() => decide("replace")}>
          Replace
        </Button>
      </Group>
    </AdminDialog>
  );
}
