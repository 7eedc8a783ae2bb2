import { AGENTS, type Agent } from "@contracts/agent.ts";
import { Group, Text } from "@mantine/core";
import { CircleQuestionMark } from "lucide-react";
import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { formatMoment } from "#ui/format.ts";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import classes from "./entry.module.css";

/** The agent of an entry, if this version of the app knows it, and the entry's time (epoch ms). */
export function EntryHead(props: { agent: Agent | undefined; time: number }) {
  const { agent, time } = props;
  const Icon = agent === undefined ? CircleQuestionMark : AGENT_ICONS[agent];
  return (
    <Group justify="space-between" gap="0.125rem 1rem">
      <h3 className={classes.agent}>
        <Icon size={18} color="var(--fa-accent-text)" style={{ flex: "none" }} aria-hidden />
        {agent === undefined ? "Another agent" : AGENTS[agent].name}
      </h3>
      <Text component="time" dateTime={new Date(time).toISOString()} c="dimmed" fz="sm">
        {formatMoment(time)}
      </Text>
    </Group>
  );
}

/** The photo of an entry, if this device has it. */
export function EntryPhoto(props: { id: string }) {
  const photo = usePhoto(props.id);
  return (
    <PhotoFrame
      bytes={photo === null ? null : photo?.bytes}
      alt="The photo of this entry"
      fit="thumbnail"
    />
  );
}
