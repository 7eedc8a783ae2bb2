import { type Backend, rest } from "#tests/support/backend.ts";

export type Row = Record<string, unknown>;
export type Method = Parameters<typeof rest>[2];
export interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  /** PostgreSQL's or PostgREST's error code; null for a success. */
  code: string | null;
  message: string | null;
  /** The hint of a trigger beside its code; null without one. */
  hint: string | null;
  /** The rows of a successful answer; one row for a single object. */
  rows: Row[];
}

/** Sends one REST request: as the person of an access token, as "service" or as "anon". */
export async function send(
  backend: Parameters<typeof rest>[0],
  as: string,
  method: Method,
  path: string,
  { body, headers }: Options = {},
): Promise<Reply> {
  const { status, body: answer } = await rest(backend, as, method, path, body, headers);
  if (status < 300) {
    const rows = Array.isArray(answer) ? answer : answer === null ? [] : [answer];
    return { status, code: null, message: null, hint: null, rows };
  }
  const { code, message, hint } = (answer ?? {}) as Partial<Reply>;
  return { status, code: code ?? "unknown", message: message ?? "", hint: hint ?? null, rows: [] };
}

/** A request to Auth's admin API, with the secret key or with the given headers. */
export function authAdmin(
  backend: Backend,
  method: string,
  path: string,
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/admin/${path}`, {
    method,
    headers: { "content-type": "application/json", ...(headers ?? { apikey: backend.secretKey }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Creates a person's account. @returns its id */
export async function addAccount(
  backend: Backend,
  email: string,
  password: string,
  full_name: string,
): Promise<string> {
  const reply = await authAdmin(backend, "POST", "users", {
    body: { email, password, email_confirm: true, user_metadata: { full_name } },
  });
  if (!reply.ok) throw new Error(`${email} gets no account: ${await reply.text()}`);
  return (await reply.json()).id;
}
