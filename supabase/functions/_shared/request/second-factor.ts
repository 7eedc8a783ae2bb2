import { z } from "zod/mini";
import type { Profile } from "../contracts/person.ts";
import { Refused } from "./refused.ts";
import type { ServiceRest } from "./service-rest.ts";
import { levelOf } from "./token-claims.ts";

const companiesSchema = z.array(z.object({ require_second_factor: z.boolean() }));

/**
 * Refuses an administrator whose company requires a second factor that was not given in this
 * session, as `private.second_factor_suffices` does in the database.
 * @param token the caller's access token, which Auth has verified
 * @throws Refused 403
 */
export async function checkSecondFactor(
  rest: ServiceRest,
  caller: Profile,
  token: string,
): Promise<void> {
  if (caller.company_id === null || levelOf(token) === "aal2") return;
  const rows = await rest.select("companies", {
    id: `eq.${caller.company_id}`,
    select: "require_second_factor",
  });
  if (companiesSchema.parse(rows)[0]?.require_second_factor !== true) return;
  throw new Refused(
    403,
    "second_factor_required",
    "Your company requires a second factor of administrators. Sign in with yours first.",
  );
}

/**
 * Refuses a caller who has a second factor that was not given in this session.
 * @param token the caller's access token, which Auth has verified
 * @throws Refused 403
 */
export function checkOwnFactor(hasFactor: boolean, token: string): void {
  if (!hasFactor || levelOf(token) === "aal2") return;
  throw new Refused(403, "second_factor_required", "Sign in with your second factor first.");
}
