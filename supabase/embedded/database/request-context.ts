import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@supabase/lite";
import { CompiledQuery } from "kysely";
import { z } from "zod/mini";
import { CLIENT_ADDRESS_HEADER } from "#supabase/functions/_shared/request/client-address.ts";

/** The client whose HTTP request is served now; none for the server's own work. */
export const requestClient = new AsyncLocalStorage<{
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  address: string;
}>();

/** The first statement of a person's request. */
const REQUIRE_SESSION = "select auth.require_session($1)";

/** Gives a transaction the role, the claims and the request that policies and functions ask for. */
const SET_CONTEXT = [
  "select set_config('role', $1, true)",
  "set_config('request.jwt.claim.sub', $2, true)",
  "set_config('request.jwt.claim.role', $1, true)",
  "set_config('storage.operation', $3, true)",
  "set_config('request.jwt.claims', $4, true)",
  "set_config('response.status', '', true)",
  "set_config('response.headers', '', true)",
  "set_config('request.headers', $5, true)",
  "set_config('transaction_read_only', $6, true)",
].join(", ");

/** Statements that open a transaction, and whose result is not needed. */
export const OPENING: ReadonlySet<string> = new Set(["begin", REQUIRE_SESSION, SET_CONTEXT]);

/** What @supabase/lite knows of a request. */
const contextSchema = z.object({
  auth: z.optional(
    z.object({
      role: z.optional(z.nullable(z.string())),
      uid: z.optional(z.nullable(z.string())),
      jwt: z.optional(z.unknown()),
    }),
  ),
  storage: z.optional(z.object({ operation: z.optional(z.nullable(z.string())) })),
});
const sessionSchema = z.object({ session_id: z.uuid() });

/** Stands for a token that names no session: it is refused like one whose session has ended. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * Gives each transaction of a request its role and its claims as @supabase/lite does, but in one statement
 * that goes along with the first of the request. A person's begins with the question whether their session
 * still lasts. Of the request's headers, the database gets the client's address alone.
 */
export function openRequestsAtOnce(connection: Connection): void {
  const original = connection.withContext.bind(connection);
  connection.withContext = async (context, work, options) => {
    if (!context || options?.transaction || options?.forceRollback) {
      return await original(context, work, options);
    }
    const { auth, storage } = contextSchema.parse(context);
    const role = auth?.role || "anon";
    const client = requestClient.getStore();
    const values = [
      role,
      auth?.uid ?? "",
      storage?.operation ?? "",
      auth?.jwt ? JSON.stringify(auth.jwt) : "",
      JSON.stringify(client ? { [CLIENT_ADDRESS_HEADER]: client.address } : {}),
      options?.rpc?.readOnly ? "on" : "off",
    ];
    return await connection.kysely.transaction().execute(async (tx) => {
      if (role === "authenticated") {
        const session = sessionSchema.safeParse(auth?.jwt).data?.session_id ?? NO_SESSION;
        await tx.executeQuery(CompiledQuery.raw(REQUIRE_SESSION, [session]));
      }
      await tx.executeQuery(CompiledQuery.raw(SET_CONTEXT, values));
      return await work(tx);
    });
  };
}
