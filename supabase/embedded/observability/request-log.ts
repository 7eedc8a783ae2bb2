import type { MiddlewareHandler } from "hono";
import { REQUEST_ID_HEADER } from "#supabase/functions/_shared/contracts/function-call.ts";
import type { RequestCaller } from "../http/request-caller.ts";
import { log } from "./log.ts";

/** A request that was answered. It holds nothing of its body, its headers or its query. */
export type AnsweredRequest = Record<"request_id" | "method" | "route", string> &
  Record<"status" | "ms", number> & {
    /** Absent for anybody but a signed-in person. */
    person_id?: string;
  };

interface Env {
  Variables: { caller?: RequestCaller; requestId: string };
}

/** Requests that are logged at the level `debug` alone: there are many, and they are of little interest. */
const FREQUENT = ["/livez", "/readyz", "/healthz", "/*"];

/**
 * Gives every request an id, which the answer's header names, and logs its pattern, who asked, and the
 * status.
 * @param names the names of server functions, and of tables and functions of the database
 */
export function requestLog(
  names: () => ReadonlySet<string> | undefined,
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
      route: routePattern(c.req.path, c.req.query("grant_type"), names()),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    };
    onAnswered(answered);
    const isFrequent = caller?.kind === "server" || FREQUENT.includes(answered.route);
    const usual = isFrequent ? "debug" : "info";
    const failed = answered.status === 503 ? "warning" : "error";
    log[answered.status < 500 ? usual : failed]("{method} {route} {status} in {ms} ms", {
      ...answered,
    });
  };
}

/** The addresses of Auth; an id in them is `:id`. */
const AUTH = [
  ...["token", "user", "logout", "recover", "verify", "settings", "health", "factors"],
  ...["factors/:id", "factors/:id/challenge", "factors/:id/verify"],
  ...["admin/users", "admin/users/:id", ".well-known/jwks.json"],
];
const GRANTS = ["password", "refresh_token"];
const STORAGE = ["object", "bucket"];
const OWN = ["/livez", "/readyz", "/healthz", "/config.json"];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * The pattern of a request's address, of words that the backend itself knows: an address may hold ids,
 * names of files, and tokens.
 * @param grantType of a request for tokens
 */
function routePattern(
  path: string,
  grantType: string | undefined,
  names: ReadonlySet<string> = new Set(),
): string {
  if (OWN.includes(path)) return path;
  const [, service = "", , ...rest] = path.split("/");
  const prefix = `/${service}/v1/`;
  if (!path.startsWith(prefix)) return "/*";
  const [first = "", second = ""] = rest;
  switch (service) {
    case "auth": {
      const known = rest.join("/").replace(UUID, ":id");
      const grant = GRANTS.find((each) => known === "token" && each === grantType);
      if (grant !== undefined) return `${prefix}token?grant_type=${grant}`;
      return `${prefix}${AUTH.includes(known) ? known : "*"}`;
    }
    case "rest":
      if (first === "rpc") return `${prefix}rpc/${names.has(second) ? second : "*"}`;
      return `${prefix}${names.has(first) ? first : "*"}`;
    case "functions":
      return `${prefix}${names.has(first) ? first : "*"}`;
    case "storage":
      return STORAGE.includes(first) ? `${prefix}${first}/*` : `${prefix}*`;
    default:
      return "/*";
  }
}
