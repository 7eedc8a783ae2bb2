import type { MiddlewareHandler } from "hono";
import { REQUEST_ID_HEADER } from "#supabase/functions/_shared/contracts/function-call.ts";
import type { RequestCaller } from "../http/request-caller.ts";
import { log } from "./log.ts";
import { routePattern } from "./route-pattern.ts";

/** A request that was answered. It holds nothing of its body, its headers or its query. */
export interface AnsweredRequest {
  request_id: string;
  /** Absent for anybody but a signed-in person. */
  person_id?: string;
  method: string;
  route: string;
  status: number;
  ms: number;
}

interface Env {
  Variables: { caller?: RequestCaller; requestId: string };
}

/** Requests that are logged at the level `debug` alone: there are many, and they are of little interest. */
const FREQUENT = ["/livez", "/readyz", "/healthz", "/*"];

/**
 * Gives every request an id, which the answer's header names, and logs a line when it is answered:
 * what was asked in its pattern, by whom, and what came of it.
 * @param names the names of server functions, and of tables and functions of the database
 * @param onAnswered gets the same
 */
export function requestLog(
  names: () => ReadonlySet<string>,
  onAnswered: (answered: AnsweredRequest) => void,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    await next();
    c.header(REQUEST_ID_HEADER, requestId);
    const { caller } = c.var;
    const answered: AnsweredRequest = {
      request_id: requestId,
      ...(caller?.kind === "person" && { person_id: caller.id }),
      method: c.req.method,
      route: routePattern({ path: c.req.path, grantType: c.req.query("grant_type") }, names()),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    };
    onAnswered(answered);
    const isFrequent = caller?.kind === "server" || FREQUENT.includes(answered.route);
    log[levelFor(answered.status, isFrequent)]("{method} {route} {status} in {ms} ms", {
      ...answered,
    });
  };
}

function levelFor(status: number, isFrequent: boolean): "debug" | "info" | "warning" | "error" {
  if (status === 503) return "warning";
  if (status >= 500) return "error";
  return isFrequent ? "debug" : "info";
}
