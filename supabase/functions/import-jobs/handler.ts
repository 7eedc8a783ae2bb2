import { z } from "zod/mini";
import { equipmentSchema, JOB_LIMITS } from "../_shared/contracts/job.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { createFunctionHandler } from "../_shared/request/function-handler.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { Refused } from "../_shared/request/refused.ts";
import { readJson } from "../_shared/request/request-body.ts";
import { callBackend, serviceKeyHeaders } from "../_shared/request/service-rest.ts";

/** The largest body, in bytes: 5,000 jobs with their equipment are about 2 MB. */
const BODY_LIMIT = 5_000_000;

const text = (limit: number) => z.optional(z.string().check(z.maxLength(limit)));

/** Of a job that is there already, what an object lacks stays as it is. */
const requestSchema = z.object({
  jobs: z
    .array(
      z.object({
        number: z.string().check(z.trim(), z.minLength(1), z.maxLength(JOB_LIMITS.number)),
        title: text(JOB_LIMITS.title),
        customer: text(JOB_LIMITS.customer),
        site: text(JOB_LIMITS.site),
        equipment: z.optional(z.array(equipmentSchema).check(z.maxLength(JOB_LIMITS.equipment))),
        status: z.optional(z.enum(["open", "closed"])),
      }),
    )
    .check(z.minLength(1), z.maxLength(5_000)),
});

const countsSchema = z.array(z.object({ added: z.number(), changed: z.number() }));

/**
 * Takes jobs from a company's own system: all of them or none. The token in `Authorization` says whose
 * they are, and opens nothing else. Answers how many were added and how many were changed.
 */
export function createHandler(environment: Environment, ports: Ports = systemPorts) {
  const headers = serviceKeyHeaders(environment.serviceRoleKey);
  const call = (name: string, body: object) =>
    callBackend(environment, ports, `rest/v1/rpc/${name}`, { method: "POST", headers, body });

  return createFunctionHandler("import-jobs", environment, ports, async (request) => {
    const token = /^Bearer (jobs_[0-9a-f]{64})$/.exec(
      request.headers.get("Authorization") ?? "",
    )?.[1];
    const owner = token === undefined ? null : await call("company_of_job_token", { token });
    if (owner !== null && !owner.ok) throw owner.failure();
    const company: unknown = owner === null ? null : JSON.parse(owner.text);
    if (typeof company !== "string") {
      throw new Refused(401, "unauthorized", "The token is not valid.");
    }
    const tooLarge = "Send at most 5,000 jobs and 5 MB at once.";
    const { jobs } = await readJson(request, requestSchema, { limit: BODY_LIMIT, tooLarge });
    const imported = await call("import_jobs", { company, rows: jobs });
    if (!imported.ok) {
      const { hint, message } = JSON.parse(imported.text) as { hint?: string; message: string };
      if (hint !== "refused_by_rule") throw imported.failure();
      throw new Refused(400, "malformed", message, { field: "jobs" });
    }
    const [counts] = countsSchema.parse(JSON.parse(imported.text));
    return { status: 200, reply: counts };
  });
}
