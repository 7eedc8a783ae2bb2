import type { AiCall } from "../ai/turn.ts";
import type { Person } from "../contracts/person.ts";
import { type AuthAdmin, createAuthAdmin } from "./auth-admin.ts";
import { checkActive, identifyCaller, tokenOf } from "./caller.ts";
import type { Environment } from "./environment.ts";
import { createFunctionHandler } from "./function-handler.ts";
import { readRole } from "./person-role.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { checkOwnFactor, checkSecondFactor } from "./second-factor.ts";
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
    checkOwnFactor(hasFactor, tokenOf(request));
    await checkSecondFactor(rest, caller, tokenOf(request));
    const input = await spec.parse(request);
    const calls: AiCall[] = [];
    notes.calls = calls;
    const { headers } = request;
    return jsonReply(200, await spec.work(input, { caller, rest, auth, headers, calls }));
  });
}
