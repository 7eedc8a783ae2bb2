import { z } from "zod/mini";
import type { AiCall } from "../ai/turn.ts";
import type { Person } from "../contracts/person.ts";
import { type AuthAdmin, createAuthAdmin } from "./auth-admin.ts";
import { checkActive, identifyCaller } from "./caller.ts";
import type { Environment } from "./environment.ts";
import { createFunctionHandler } from "./function-handler.ts";
import { readRole } from "./managed-person.ts";
import { type Ports, systemPorts } from "./ports.ts";
import { Refused } from "./refused.ts";
import { readJson } from "./request-body.ts";
import { createServiceRest, type ServiceRest } from "./service-rest.ts";

/** The parts of an administrators' function that are its own. */
interface AdministratorFunction<Input> {
  /** As in the URL. */
  name: string;
  body: z.ZodMiniType<Input>;
  /** The largest body in bytes, and the sentence for larger ones. */
  limit: number;
  tooLarge: string;
  /** The sentences for wrong fields that have their own. */
  wrong?: (environment: Environment) => Record<string, string>;
  /** Returns the reply. @throws Refused if the caller may not do this. */
  work: (input: Input, context: AdministratorContext) => Promise<object>;
}

export interface AdministratorContext {
  /** An active administrator or super administrator. */
  caller: Person;
  rest: ServiceRest;
  auth: AuthAdmin;
  headers: Headers;
  environment: Environment;
  ports: Ports;
  /** Each call of the AI provider is added to it as it is made. */
  calls: AiCall[];
}

/**
 * An administrators' function: what makes its handler. Each request goes through these steps:
 *
 *   method → caller → active → role → second factor → body → work
 *
 * A body is not read before its sender is known to be an administrator.
 */
export function administratorFunction<Input>(spec: AdministratorFunction<Input>) {
  return (environment: Environment, ports: Ports = systemPorts) => {
    const rest = createServiceRest(environment, ports);
    const auth = createAuthAdmin(environment, ports);

    return createFunctionHandler(spec.name, environment, ports, async (request, notes) => {
      const identified = await identifyCaller(request, environment, rest, ports);
      const { profile, hasFactor, isRaised } = identified;
      notes.person = profile.id;
      checkActive(profile);
      const caller = { ...profile, role: await readRole(rest, profile.id) };
      if (caller.role === "field_tech") {
        throw new Refused(403, "forbidden", "Only administrators may do this.");
      }
      if (!isRaised && hasFactor) {
        throw new Refused(403, "second_factor_required", "Sign in with your second factor first.");
      }
      if (!isRaised) await checkSecondFactor(rest, caller.company_id);
      const terms = { ...spec, wrong: spec.wrong?.(environment) ?? {} };
      const input = await readJson(request, spec.body, terms);
      const { headers } = request;
      const context = { caller, rest, auth, headers, environment, ports, calls: notes.calls };
      return { status: 200, reply: await spec.work(input, context) };
    });
  };
}

/**
 * Refuses an administrator without a second factor whose company requires one, as
 * `private.second_factor_suffices` does in the database.
 * @throws Refused 403
 */
async function checkSecondFactor(rest: ServiceRest, companyId: string | null): Promise<void> {
  if (companyId === null) return;
  const [company] = await rest.select(
    "companies",
    { id: `eq.${companyId}`, select: "require_second_factor" },
    z.object({ require_second_factor: z.boolean() }),
  );
  if (company?.require_second_factor !== true) return;
  throw new Refused(
    403,
    "second_factor_required",
    "Your company requires a second factor of administrators. Sign in with yours first.",
  );
}
