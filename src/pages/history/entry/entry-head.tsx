import { AGENTS, type Agent } from "@contracts/agent.ts";
import { CircleQuestionMark } from "lucide-react";
import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { formatMoment, formatTimeOfDay } from "#ui/format.ts";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import classes from "./entry.module.css";

/**
 * The agent of an entry, if this version of the app knows it, its time (epoch ms) and its title.
 * @param props.underDay whether the heading above the entry already names the day
 */
export function EntryHead(props: {
  agent: Agent | undefined;
  time: number;
  title?: string;
  underDay?: boolean;
}) {
  const { agent, time, underDay = false } = props;
  const Icon = agent === undefined ? CircleQuestionMark : AGENT_ICONS[agent];
  return (
    <h3 className={classes.head}>
      <span className={classes.agent}>
        <Icon size={18} className={classes.icon} data-agent={agent} aria-hidden />
        {agent === undefined ? "Another agent" : AGENTS[agent].name}
      </span>{" "}
      <time dateTime={new Date(time).toISOString()} className={classes.time}>
        {(underDay ? formatTimeOfDay : formatMoment)(time)}
      </time>
      <span data-title className={classes.title}>
        {props.title}
      </span>
    </h3>
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
