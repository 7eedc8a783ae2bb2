import { AGENTS, type Agent } from "../contracts/agent.ts";
import type { Profile } from "../contracts/person.ts";
import { Refused } from "./refused.ts";

/**
 * Refuses people who may not use an agent. An agent that answers questions needs a company, whose
 * documents it answers from; an agent with a permission needs that permission.
 * @throws Refused 403
 */
export function checkAccess(caller: Profile, agent: Agent): void {
  const { name, permission, answersQuestions } = AGENTS[agent];
  if (answersQuestions && caller.company_id === null) {
    throw new Refused(
      403,
      "no_company",
      `You need to be assigned to a company to use the ${name}.`,
    );
  }
  if (permission !== null && !caller[permission]) {
    throw new Refused(403, "no_agent_access", `You do not have access to the ${name}.`);
  }
}
