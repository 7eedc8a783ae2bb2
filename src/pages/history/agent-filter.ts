import { AGENTS, type Agent, agentSchema } from "@contracts/agent.ts";

/** The agent that `?agent=` names; null, unfiltered, for anything else. */
export function agentFilter(parameter: string | null): Agent | null {
  const parsed = agentSchema.safeParse(parameter);
  return parsed.success ? parsed.data : null;
}

/** The page's title by its filter. */
export function historyTitle(agent: Agent | null): string {
  return agent === null ? "Your Agent History" : `${AGENTS[agent].name} History`;
}
