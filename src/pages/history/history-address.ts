import { AGENTS, type Agent, agentSchema } from "@contracts/agent.ts";

/** The agent of `?agent=`; null (no filter) for any other value. */
export function agentFilter(parameter: string | null): Agent | null {
  const parsed = agentSchema.safeParse(parameter);
  return parsed.success ? parsed.data : null;
}

/** The title of the page for its filter. */
export function historyTitle(agent: Agent | null): string {
  return agent === null ? "Your Agent History" : `${AGENTS[agent].name} History`;
}

/** The address of the history of an agent, or of all for null, and of a search in it. */
export function historyAddress(agent: Agent | null, query: string): string {
  const parameters = new URLSearchParams();
  if (agent !== null) parameters.set("agent", agent);
  if (query.trim() !== "") parameters.set("search", query);
  return parameters.size === 0 ? "/history" : `/history?${parameters}`;
}
