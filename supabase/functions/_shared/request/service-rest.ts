import type { Environment } from "./environment.ts";
import type { Ports } from "./ports.ts";

/** The backend's REST interface, with the rights of the server itself. */
export interface ServiceRest {
  /** Reads rows of a table. `query` is in PostgREST's syntax. */
  select: (table: string, query: Record<string, string>) => Promise<unknown>;
  insert: (table: string, row: object) => Promise<void>;
  /** Calls a database function. @returns its result, null when it has none. */
  call: (name: string, parameters: object) => Promise<unknown>;
}

/** How long the backend may take for one call, in milliseconds. */
export const BACKEND_LIMIT_MS = 10_000;

/** Every call throws an Error that says what failed if the backend does not do it. */
export function createServiceRest(environment: Environment, ports: Ports): ServiceRest {
  const headers = serviceKeyHeaders(environment.serviceRoleKey);

  async function send(path: string, init: RequestInit): Promise<unknown> {
    const response = await ports.fetch(`${environment.supabaseUrl}/rest/v1/${path}`, {
      ...init,
      signal: ports.clock.timeout(BACKEND_LIMIT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: status ${response.status}: ${text}`);
    return text ? JSON.parse(text) : null;
  }

  const write = (path: string, body: object) =>
    send(path, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  return {
    select: (table, query) => send(`${table}?${new URLSearchParams(query)}`, { headers }),
    insert: async (table, row) => void (await write(table, row)),
    call: (name, parameters) => write(`rpc/${name}`, parameters),
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
