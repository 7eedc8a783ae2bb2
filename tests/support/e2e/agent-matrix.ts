import type { Agent } from "@contracts/agent.ts";

/**
 * The conditions under which each agent is tested, and the file in `tests/e2e` with that test.
 * Every item that is not refused must end on the server exactly once. A dash: the agent has no such
 * refusal.
 */
const MATRIX = `
                                label             ask               snap              voice
online                          agents-network    agents-network    snap              voice-online
offline, then online            agents-network    agents-network    agents-network    voice-offline
browser restarted in between    chat              agents-network    snap              voice-offline
reply lost                      agents-network    agents-network    snap              voice-faults
provider missing                agents-provider   agents-provider   agents-provider   voice-faults
provider failing for a while    agents-provider   agents-provider   agents-provider   agents-provider
refused: no company             agents-refusals   agents-refusals   -                 -
refused: no access              agents-refusals   -                 agents-refusals   agents-refusals
refused: suspended              agents-suspended  agents-suspended  agents-suspended  suspension
refused: too fast               agents-refusals   agents-refusals   agents-refusals   agents-refusals
`;

const [heads, ...rows] = MATRIX.trim()
  .split("\n")
  .map((line) => line.trim().split(/ {2,}/));

/** The agents that a file tests under a condition. @throws when there is none */
export function triedIn(file: string, fault: string): Agent[] {
  const cells = rows.find(([name]) => name === fault)?.slice(1) ?? [];
  const agents = ((heads ?? []) as Agent[]).filter((_, column) => cells[column] === file);
  if (agents.length === 0) throw new Error(`The matrix has no cell "${fault}" for ${file}`);
  return agents;
}
