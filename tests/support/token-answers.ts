import { createClient } from "@supabase/supabase-js";
import type { Backend } from "./backend.ts";
import { listenTo } from "./realtime-listener.ts";
import { headersOf } from "./running-backend.ts";

/** A table that the listeners of these tests ask for. */
export const LISTED = ["companies"];

export async function answersTo(backend: Backend, token: string) {
  const headers = { ...headersOf(backend, token), "content-type": "application/json" };
  const ask = async (path: string, body?: string) =>
    (
      await fetch(`${backend.url}/${path}`, {
        headers,
        ...(body !== undefined && { method: "POST", body }),
      })
    ).status;
  return {
    rows: await ask("rest/v1/profiles?limit=1"),
    rpc: await ask("rest/v1/rpc/set_own_full_name", '{"full_name":"Sol"}'),
    files: await ask("storage/v1/object/list/knowledge-base", '{"prefix":""}'),
    functions: await ask("functions/v1/delete-user", "{}"),
    user: await ask("auth/v1/user"),
    factors: await ask("auth/v1/factors/none/challenge", "{}"),
    realtime: await listenTo(backend, token, LISTED).then(
      (listener) => listener.stop().then(() => true),
      () => false,
    ),
  };
}

/** The answers to an administrator's token that counts; functions refuse the missing user. */
export const accepted = {
  ...{ rows: 200, rpc: 200, files: 200, functions: 400, user: 200, factors: 404, realtime: true },
};
/** The answers to a token that does not count. */
export const refused = {
  ...{ rows: 401, rpc: 401, files: 401, functions: 401, user: 403, factors: 403, realtime: false },
};

/** The official client of a backend, without a session of its own. */
export const clientOf = (backend: Backend) =>
  createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Only here because Node 20 has no WebSocket, and the client cannot be constructed without one.
    realtime: { transport: class {} as never },
  });
