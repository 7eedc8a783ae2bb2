import { rest } from "#tests/support/backend.ts";

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
