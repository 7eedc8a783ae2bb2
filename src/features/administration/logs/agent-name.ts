import { AGENT_IDS, AGENTS, type Agent, type LoggedAgent } from "@contracts/agent.ts";

/**
 * The order of the filter, which differs from the menu. An agent that is not in this list comes
 * last.
 */
const FIRST: readonly Agent[] = ["ask", "snap", "label", "voice"];

/** The agents of the detailed logs with their visible names, in the order of the filter. */
export const LOGGED_AGENTS: readonly { agent: LoggedAgent; name: string }[] = [
  ...new Set([...FIRST, ...AGENT_IDS]),
].map((id) => ({ agent: AGENTS[id].logged, name: AGENTS[id].name }));

export function agentName(agent: LoggedAgent): string {
  return LOGGED_AGENTS.find((each) => each.agent === agent)?.name ?? agent;
}
