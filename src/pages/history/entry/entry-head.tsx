import { AGENTS, type Agent } from "@contracts/agent.ts";
import { CircleQuestionMark } from "lucide-react";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { formatMoment } from "#ui/format.ts";
import classes from "./entry.module.css";

/**
 * The agent of an entry and its time (epoch ms). `agent` is undefined if only a newer version of
 * the app knows the agent.
 */
export function EntryHead(props: { agent: Agent | undefined; time: number }) {
  const { agent, time } = props;
  const Icon = agent === undefined ? CircleQuestionMark : AGENT_ICONS[agent];
  return (
    <div className={classes.head}>
      <h3 className={classes.agent}>
        <Icon size={18} aria-hidden className={classes.icon} />
        {agent === undefined ? "Another agent" : AGENTS[agent].name}
      </h3>
      <time dateTime={new Date(time).toISOString()} className={classes.time}>
        {formatMoment(time)}
      </time>
    </div>
  );
}
