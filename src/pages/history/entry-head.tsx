import type { Agent } from "@contracts/agent.ts";
import {
  Camera,
  CircleQuestionMark,
  type LucideIcon,
  MessageCircleQuestionMark,
  Mic,
  Tag,
} from "lucide-react";
import { AGENT_WORDS } from "#ui/agent-words.ts";
import { momentWords } from "#ui/moment.ts";
import classes from "./entry.module.css";

const ICONS: Readonly<Record<Agent, LucideIcon>> = {
  voice: Mic,
  snap: Camera,
  label: Tag,
  ask: MessageCircleQuestionMark,
};

/**
 * Which agent an entry is of, and when it was made (epoch ms). Undefined: of one that only a newer
 * version of the app knows.
 */
export function EntryHead(props: { agent: Agent | undefined; time: number }) {
  const { agent, time } = props;
  const Icon = agent === undefined ? CircleQuestionMark : ICONS[agent];
  return (
    <div className={classes.head}>
      <h2 className={classes.agent}>
        <Icon size={18} aria-hidden className={classes.icon} />
        {agent === undefined ? "Another agent" : AGENT_WORDS[agent]}
      </h2>
      <time dateTime={new Date(time).toISOString()} className={classes.time}>
        {momentWords(time)}
      </time>
    </div>
  );
}
