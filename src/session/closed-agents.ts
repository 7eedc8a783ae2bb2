import { AGENTS, type Agent } from "@contracts/agent.ts";
import { accessKey, type Identity } from "#mirror/device/identity.ts";

/** Why a person may not use an agent. */
export type ClosedBecause = "no-access" | "no-company";

/**
 * Why a person may not use an agent, by the rules of the server (`request/agent-access.ts`) and as
 * far as this device knows; null when they may.
 */
export function closedBecause(identity: Identity, agent: Agent): ClosedBecause | null {
  if (AGENTS[agent].answersQuestions && identity.companyId === null) return "no-company";
  const { permission } = AGENTS[agent];
  return permission === null || identity[accessKey(permission)] ? null : "no-access";
}
