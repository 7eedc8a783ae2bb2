import { z } from "zod/mini";
import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";

export type ServiceRest = ReturnType<typeof createServiceRest>;

/** How long the backend may take for one call, in milliseconds. */
export const BACKEND_LIMIT_MS = 10_000;

/**
 * Sends a request to the backend, with a JSON body if one is given. `failure` makes the Error for a
 * reply that nobody expects.
 */
export async function callBackend(
  { supabaseUrl }: Environment,
  ports: Ports,
  path: string,
  { body, headers, method }: { method?: string; headers: Record<string, string>; body?: object },
) {
  const response = await ports.fetch(`${supabaseUrl}/${path}`, {
    ...(method && { method }),
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: ports.clock.timeout(BACKEND_LIMIT_MS),
  });
  const text = await response.text();
  const { ok, status, headers: replyHeaders } = response;
  const failure = () => new Error(`${path}: status ${status}: ${text}`);
  return { ok, status, headers: replyHeaders, text, failure };
}

/**
 * The backend's REST interface, with the rights of the server itself. Every call throws an Error that
 * says what failed if the backend does not do it.
 */
export function createServiceRest(environment: Environment, ports: Ports) {
  const headers = serviceKeyHeaders(environment.serviceRoleKey);

  async function send(path: string, body?: object): Promise<unknown> {
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    const { ok, text, failure } = await callBackend(environment, ports, `rest/v1/${path}`, init);
    if (!ok) throw failure();
    return text ? JSON.parse(text) : null;
  }

  return {
    /** Reads rows of a table. `query` is in PostgREST's syntax. */
    select: async <Row>(table: string, query: Record<string, string>, row: z.ZodMiniType<Row>) =>
      z.array(row).parse(await send(`${table}?${new URLSearchParams(query)}`)),
    insert: (table: string, row: object) => send(table, row),
    /** Calls a database function. @returns its result, null when it has none. */
    call: (name: string, parameters: object) => send(`rpc/${name}`, parameters),
  };
}

/**
 * Headers that show that a request comes from the server itself. Keys of older projects are JWTs:
 * they are also sent in Authorization, where they state their rights. The newer `sb_secret_…` keys
 * are no JWTs and are refused there.
 */
export function serviceKeyHeaders(key: string): Record<string, string> {
  return key.startsWith("ey") ? { apikey: key, Authorization: `Bearer ${key}` } : { apikey: key };
}
