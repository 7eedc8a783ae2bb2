import { decodeJwt } from "jose";
import { z } from "zod/mini";
import type { AiCall } from "../ai/turn.ts";
import type { Person, Profile } from "../contracts/person.ts";
import { type AuthAdmin, createAuthAdmin } from "./auth-admin.ts";
import { checkActive, identifyCaller, tokenOf } from "./caller.ts";
import type { Environment } from "./environment.ts";
import { createFunctionHandler } from "./function-handler.ts";
import { readRole } from "./person-role.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { createServiceRest, type ServiceRest } from "./service-rest.ts";

/** The parts of an administrators' function that are its own. */
export interface AdministratorFunction<Input> {
  /** As in the URL. */
  name: string;
  /** @throws Refused when the body is not what the contract asks for. */
  parse: (request: Request) => Promise<Input>;
  /** Returns the reply. @throws Refused if the caller may not do this. */
  work: (input: Input, context: AdministratorContext) => Promise<object>;
}

export interface AdministratorContext {
  /** An active administrator or super administrator. */
  caller: Person;
  rest: ServiceRest;
  auth: AuthAdmin;
  headers: Headers;
  /** Each call of the AI provider is added to it as it is made. */
  calls: AiCall[];
}

/**
 * Makes the handler of an administrators' function. Each request goes through these steps:
 *
 *   method → caller → active → role → second factor → body → work
 *
 * A body is not read before its sender is known to be an administrator.
 */
export function createAdministratorHandler<Input>(
  spec: AdministratorFunction<Input>,
  environment: Environment,
  ports: Ports,
): (request: Request) => Promise<Response> {
  const rest = createServiceRest(environment, ports);
  const auth = createAuthAdmin(environment, ports);

  return createFunctionHandler(spec.name, environment, ports, async (request, notes) => {
    const { profile, hasFactor } = await identifyCaller(request, environment, rest, ports);
    notes.person = profile.id;
    checkActive(profile);
    const caller = { ...profile, role: await readRole(rest, profile.id) };
    if (caller.role === "field_tech") {
      throw new Refused(403, "forbidden", "Only administrators may do this.");
    }
    const isRaised = decodeJwt(tokenOf(request)).aal === "aal2";
    if (!isRaised && hasFactor) {
      throw new Refused(403, "second_factor_required", "Sign in with your second factor first.");
    }
    if (!isRaised) await checkSecondFactor(rest, caller);
    const input = await spec.parse(request);
    const calls: AiCall[] = [];
    notes.calls = calls;
    const { headers } = request;
    return jsonReply(200, await spec.work(input, { caller, rest, auth, headers, calls }));
  });
}

const companiesSchema = z.array(z.object({ require_second_factor: z.boolean() }));

/**
 * Refuses an administrator without a second factor whose company requires one, as
 * `private.second_factor_suffices` does in the database.
 * @throws Refused 403
 */
async function checkSecondFactor(rest: ServiceRest, caller: Profile): Promise<void> {
  if (caller.company_id === null) return;
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
