import { AGENT_IDS, AGENTS, type Permission, permissions } from "@contracts/agent.ts";
import type { Person } from "@contracts/person.ts";
import { Stack, Text } from "@mantine/core";
import { type RefObject, useState } from "react";
import {
  AdminConfirmDialog,
  AdminDialog,
  SubmitRow,
} from "#features/administration/admin-dialog.tsx";
import { Toggle } from "#ui/toggle.tsx";
import { personName } from "./people.ts";

type AgentAccess = Pick<Person, Permission>;

/** Edits which agents a person may use, and saves all changes together. */
export function AgentAccessDialog(props: {
  person: Person;
  onCancel: () => void;
  onSave: (access: AgentAccess) => void;
}) {
  const { person } = props;
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
          {AGENT_IDS.map((agent) => {
            const { name, permission } = AGENTS[agent];
            return (
              permission !== null && (
                <Toggle
                  key={agent}
                  label={name}
                  checked={access[permission]}
                  onChange={(checked) =>
                    setAccess((before) => ({ ...before, [permission]: checked }))
                  }
                />
              )
            );
          })}
        </div>
        <SubmitRow label="Save" onCancel={props.onCancel} onSubmit={() => props.onSave(access)} />
      </Stack>
    </AdminDialog>
  );
}

/** Asks before a person is deleted, whose list then gets the focus. */
export function DeletePersonDialog(props: {
  person: Person;
  list: RefObject<HTMLElement | null>;
  onClose: () => void;
  onDelete: (person: Person) => void;
}) {
  const { person } = props;
  const address = person.email === null ? "" : ` (${person.email})`;
  return (
    <AdminConfirmDialog
      company={{ id: person.company_id }}
      title="Delete user?"
      confirm="Delete"
      onCancel={props.onClose}
      focus={() => props.list.current}
      onConfirm={() => props.onDelete(person)}
    >
      <Text>
        {personName(person)}
        {address} will not be able to sign in any more. What they recorded stays
        {person.company_id !== null && " with the company"}. This action cannot be undone.
      </Text>
    </AdminConfirmDialog>
  );
}
