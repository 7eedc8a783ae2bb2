import { AGENT_IDS, AGENTS, type Agent, type LoggedAgent } from "@contracts/agent.ts";

/** The filter's order, which is not that of the menu; an agent that is not among them comes after. */
const FIRST: readonly Agent[] = ["ask", "snap", "label", "voice"];

/** The agents of the detailed logs by the names that people know, in the order of the filter. */
export const LOGGED_AGENTS: readonly { agent: LoggedAgent; name: string }[] = [
  ...new Set([...FIRST, ...AGENT_IDS]),
].map((id) => ({ agent: AGENTS[id].logged, name: AGENTS[id].name }));

export function agentName(agent: LoggedAgent): string {
  return LOGGED_AGENTS.find((each) => each.agent === agent)?.name ?? agent;
}
