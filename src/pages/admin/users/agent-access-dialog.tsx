import type { Person } from "@contracts/person.ts";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { AGENT_WORDS } from "#ui/agent-words.ts";
import { Toggle } from "#ui/toggle.tsx";
import { useOpened } from "#ui/use-opened.ts";
import { personName } from "./person-name.ts";

export type AgentAccess = Pick<
  Person,
  "can_use_voice_agent" | "can_use_snap_agent" | "can_use_label_agent"
>;

const SWITCHES: readonly [keyof AgentAccess, string][] = [
  ["can_use_voice_agent", AGENT_WORDS.voice],
  ["can_use_snap_agent", AGENT_WORDS.snap],
  ["can_use_label_agent", AGENT_WORDS.label],
];

/** Changes which agents a person may use, all at once when it is saved. */
export function AgentAccessDialog(props: {
  person: Person;
  /** Why nothing can be saved now; null when it can. */
  readOnlyReason: string | null;
  onCancel: () => void;
  onSave: (access: AgentAccess) => void;
}) {
  const { person, readOnlyReason } = props;
  const [access, setAccess] = useState<AgentAccess>({
    can_use_voice_agent: person.can_use_voice_agent,
    can_use_snap_agent: person.can_use_snap_agent,
    can_use_label_agent: person.can_use_label_agent,
  });
  return (
    <Modal opened={useOpened(true)} onClose={props.onCancel} title="Edit Agent Access" centered>
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
    </Modal>
  );
}
