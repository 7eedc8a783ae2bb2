import { AGENT_IDS, AGENTS, permissions } from "@contracts/agent.ts";
import type { Person, PersonChange } from "@contracts/person.ts";
import { NativeSelect, Stack, Text } from "@mantine/core";
import { type RefObject, useState } from "react";
import {
  AdminConfirmDialog,
  AdminDialog,
  SubmitRow,
} from "#features/administration/admin-dialog.tsx";
import { useMirroredList } from "#features/lists/use-list.ts";
import { WEBHOOKS } from "#mirror/person/lists/webhooks.ts";
import { Toggle } from "#ui/toggle.tsx";
import { formatPeopleCount, listNames, personName } from "./people.ts";

/**
 * Edits which agents people may use, and saves all changes together. Of several people, what is left as
 * it is stays as each of them has it.
 */
export function AgentAccessDialog(props: {
  people: readonly [Person, ...Person[]];
  onCancel: () => void;
  onSave: (change: PersonChange) => void;
}) {
  const { people, onCancel } = props;
  const [person] = people;
  const areSeveral = people.length > 1;
  const [change, setChange] = useState<PersonChange>(
    areSeveral ? {} : permissions((each) => person[each]),
  );
  return (
    <AdminDialog
      company={{ id: person.company_id }}
      onClose={onCancel}
      title={
        areSeveral ? `Edit access of ${formatPeopleCount(people.length)}` : "Edit Agent Access"
      }
    >
      <Stack>
        <Text>{areSeveral ? listNames(people) : `Agents that ${personName(person)} may use`}</Text>
        <Stack gap={areSeveral ? "sm" : 0}>
          {AGENT_IDS.map((agent) => {
            const { name: label, permission } = AGENTS[agent];
            if (permission === null) return null;
            const set = (isAllowed?: boolean) =>
              setChange(({ [permission]: _, ...others }) =>
                isAllowed === undefined ? others : { ...others, [permission]: isAllowed },
              );
            return areSeveral ? (
              <NativeSelect
                key={agent}
                label={label}
                data={["Leave as it is", "Give access", "Take access away"]}
                onChange={(event) =>
                  set([undefined, true, false][event.currentTarget.selectedIndex])
                }
              />
            ) : (
              <Toggle
                key={agent}
                label={label}
                checked={change[permission] === true}
                onChange={set}
              />
            );
          })}
        </Stack>
        <SubmitRow
          label="Save"
          disabled={Object.keys(change).length === 0}
          onCancel={onCancel}
          onSubmit={() => props.onSave(change)}
        />
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
  const hasWebhooks = (useMirroredList(WEBHOOKS, person.company_id).rows?.length ?? 0) > 0;
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
        {person.company_id !== null && " with the company"}.{" "}
        {hasWebhooks && "What is kept of messages to webhooks no longer names them. "}This action
        cannot be undone.
      </Text>
    </AdminConfirmDialog>
  );
}
