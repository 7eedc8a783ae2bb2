import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { FileAgents } from "./file-agents.tsx";

/** Changes which agents may use a file. */
export function AccessDialog(props: {
  file: KnowledgeFile;
  onCancel: () => void;
  onSave: (agents: FileAgent[]) => void;
}) {
  const [agents, setAgents] = useState<FileAgent[]>(props.file.allowed_agents);
  return (
    <AdminDialog
      company={{ id: props.file.company_id }}
      onClose={props.onCancel}
      title="Edit access"
    >
      <Stack>
        <Text>{props.file.file_name}</Text>
        <FileAgents label="Agents that may use it" chosen={agents} onChange={setAgents} />
        <Text c="dimmed" size="sm">
          The Ask Agent answers from every document of the company.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button disabled={agents.length === 0} onClick={() => props.onSave(agents)}>
            Save
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  );
}
