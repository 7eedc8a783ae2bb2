import type { Profile } from "../contracts/person.ts";
import { Refused } from "./refused.ts";

/**
 * Answers come from a company's documents, so there has to be a company. Pages look for that word in
 * the message.
 * @throws Refused 403
 */
export function checkCompany(caller: Profile, agent: string): void {
  if (caller.company_id === null) {
    throw new Refused(
      403,
      "no_company",
      `You need to be assigned to a company to use the ${agent}.`,
    );
  }
}
