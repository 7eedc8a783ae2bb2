import type { Agent } from "@contracts/agent.ts";
import { Camera, type LucideIcon, MessageCircleQuestionMark, Mic, Tag } from "lucide-react";
import { AGENT_WORDS } from "../../ui/agent-words.ts";
import { momentWords } from "../../ui/moment.ts";
import classes from "./entry.module.css";

const ICONS: Readonly<Record<Agent, LucideIcon>> = {
  voice: Mic,
  snap: Camera,
  label: Tag,
  ask: MessageCircleQuestionMark,
};

/** Which agent an entry is of, and when it was made (epoch ms). */
export function EntryHead(props: { agent: Agent; time: number }) {
  const { agent, time } = props;
  const Icon = ICONS[agent];
  return (
    <div className={classes.head}>
      <h2 className={classes.agent}>
        <Icon size={18} aria-hidden className={classes.icon} />
        {AGENT_WORDS[agent]}
      </h2>
      <time dateTime={new Date(time).toISOString()} className={classes.time}>
        {momentWords(time)}
      </time>
    </div>
  );
}
