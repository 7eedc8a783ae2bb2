import type { LoggedAgent } from "@contracts/agent.ts";
import { AGENT_WORDS } from "#ui/agent-words.ts";

/** The agents of the detailed logs by the names that people know, in the order of the filter. */
export const LOGGED_AGENTS: readonly { agent: LoggedAgent; name: string }[] = [
  { agent: "ask_agent", name: AGENT_WORDS.ask },
  { agent: "snap_agent", name: AGENT_WORDS.snap },
  { agent: "label_agent", name: AGENT_WORDS.label },
  { agent: "voice_agent", name: AGENT_WORDS.voice },
];

export function agentName(agent: LoggedAgent): string {
  return LOGGED_AGENTS.find((each) => each.agent === agent)?.name ?? agent;
}
