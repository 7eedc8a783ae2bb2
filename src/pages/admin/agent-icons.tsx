import { AGENTS, type Agent } from "@contracts/agent.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import classes from "./agent-icons.module.css";

/** Which agents a person may use, or may use a document, as icons; in words for screen readers. */
export function AgentIcons({ agents }: { agents: readonly Agent[] }) {
  if (agents.length === 0) return <span className={classes.none}>No agents</span>;
  const names = agents.map((agent) => AGENTS[agent].name).join(", ");
  return (
    <span className={classes.icons} role="img" aria-label={names} title={names}>
      {agents.map((agent) => {
        const Icon = AGENT_ICONS[agent];
        return <Icon key={agent} size={18} aria-hidden data-agent={agent} />;
      })}
    </span>
  );
}
