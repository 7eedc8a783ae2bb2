import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";

/** The backend's REST interface, with the rights of the server itself. */
export type ServiceRest = {
  /** Rows of a table. `query` as PostgREST reads it. */
  select: (table: string, query: Record<string, string>) => Promise<unknown>;
  /** Calls a database function. @returns its result, null when it has none. */
  call: (name: string, parameters: object) => Promise<unknown>;
};

/** How long the backend may take for one call, in milliseconds. */
export const BACKEND_LIMIT_MS = 10_000;

/** Every call throws an Error that says what failed when the backend does not do it. */
export function createServiceRest(environment: Environment, ports: Ports): ServiceRest {
  const headers = keyHeaders(environment.serviceRoleKey);

  async function send(path: string, init: RequestInit): Promise<unknown> {
    const response = await ports.fetch(`${environment.supabaseUrl}/rest/v1/${path}`, {
      ...init,
      signal: ports.clock.timeout(BACKEND_LIMIT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: status ${response.status}: ${text}`);
    return text ? JSON.parse(text) : null;
  }

  return {
    select: (table, query) => send(`${table}?${new URLSearchParams(query)}`, { headers }),
    call: (name, parameters) =>
      send(`rpc/${name}`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(parameters),
      }),
  };
}

// Keys of old projects are JWTs and say in Authorization whose rights they carry. The newer
// `sb_secret_…` ones are no JWTs and are refused there.
function keyHeaders(key: string): Record<string, string> {
  return key.startsWith("ey") ? { apikey: key, Authorization: `Bearer ${key}` } : { apikey: key };
}
