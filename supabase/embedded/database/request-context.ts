import type { Connection } from "@supabase/lite";
import { CompiledQuery } from "kysely";
import { z } from "zod/mini";

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
  "set_config('request.method', $5, true)",
  "set_config('request.path', $6, true)",
  "set_config('request.headers', $7, true)",
  "set_config('transaction_read_only', $8, true)",
].join(", ");

/** Statements that open a transaction, and whose result is not needed. */
export const OPENING: ReadonlySet<string> = new Set(["begin", REQUIRE_SESSION, SET_CONTEXT]);

/** What @supabase/lite knows of a request: of its token, and of the database function that it calls. */
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
const callSchema = z.optional(
  z.object({
    method: z.string(),
    path: z.string(),
    requestHeaders: z.optional(z.record(z.string(), z.string())),
    readOnly: z.optional(z.boolean()),
  }),
);
const sessionSchema = z.object({ session_id: z.uuid() });

/** Stands for a token that names no session: it is refused like one whose session has ended. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * Gives each transaction of a request its role and its claims as @supabase/lite does, but in one
 * statement that goes to the database along with the first of the request, where it sends a dozen. A person's transaction begins with the question whether their session still lasts.
 * @param headers the headers that are told to the database instead of the request's own
 */
export function openRequestsAtOnce(
  connection: Connection,
  headers: () => Record<string, string> | undefined,
): void {
  const original = connection.withContext.bind(connection);
  connection.withContext = async (context, work, options) => {
    if (!context || options?.transaction || options?.forceRollback) {
      return await original(context, work, options);
    }
    const { auth, storage } = contextSchema.parse(context);
    const call = callSchema.parse(options?.rpc);
    const role = auth?.role || "anon";
    const values = [
      role,
      auth?.uid ?? "",
      storage?.operation ?? "",
      auth?.jwt ? JSON.stringify(auth.jwt) : "",
      call?.method ?? "",
      call?.path ?? "",
      JSON.stringify(headers() ?? call?.requestHeaders ?? {}),
      call?.readOnly ? "on" : "off",
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
