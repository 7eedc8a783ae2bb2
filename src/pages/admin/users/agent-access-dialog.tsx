import { AGENT_IDS, AGENTS, type Permission, permissions } from "@contracts/agent.ts";
import type { Person } from "@contracts/person.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { Toggle } from "#ui/toggle.tsx";
import { personName } from "./person-name.ts";

export type AgentAccess = Pick<Person, Permission>;

const SWITCHES: readonly [Permission, string][] = AGENT_IDS.flatMap((agent) => {
  const { name, permission } = AGENTS[agent];
  return permission === null ? [] : [[permission, name]];
});

/** Edits which agents a person may use, and saves all changes together. */
export function AgentAccessDialog(props: {
  person: Person;
  /** Why nothing can be saved now; null if it is possible. */
  readOnlyReason: string | null;
  onCancel: () => void;
  onSave: (access: AgentAccess) => void;
}) {
  const { person, readOnlyReason } = props;
  const [access, setAccess] = useState<AgentAccess>(permissions((each) => person[each]));
  return (
    <AdminDialog
      company={{ id: person.company_id }}
      onClose={props.onCancel}
      title="Edit Agent Access"
    >
      <Stack>
        <Text>Agents that {personName(person)} may use</Text>
        <div>
          {SWITCHES.map(([flag, label]) => (
            <Toggle
              key={flag}
              label={label}
              checked={access[flag]}
              onChange={(checked) => setAccess((before) => ({ ...before, [flag]: checked }))}
            />
          ))}
        </div>
        {readOnlyReason !== null && <Text c="var(--fa-waiting-text)">{readOnlyReason}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button disabled={readOnlyReason !== null} onClick={() => props.onSave(access)}>
            Save
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  );
}
