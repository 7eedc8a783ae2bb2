import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@supabase/lite";
import { sql } from "kysely";

/** The header by which a hosted project tells its database who asks. */
const TOLD_BY = "cf-connecting-ip";

const asking = new AsyncLocalStorage<string>();

/**
 * The address of whoever sent a request: the socket's, or behind a proxy what that proxy says in its
 * header, which must be named to be believed. Of several addresses the last is the proxy's own word,
 * the others are the client's.
 */
export function clientAddressOf(
  request: Request,
  socketAddress: string,
  trustedHeader: string | undefined,
): string {
  const told = trustedHeader && request.headers.get(trustedHeader)?.split(",").at(-1)?.trim();
  return told || socketAddress;
}

/** Does `work` for whoever is at that address; the database is told so. */
export function asClient<T>(address: string, work: () => T): T {
  return asking.run(address, work);
}

/** Has the database know, as PostgREST's `request.headers`, at which address a client is. */
export function tellClientAddress(connection: Connection): void {
  const original = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) =>
    original(
      context,
      async (database) => {
        const address = asking.getStore();
        if (address !== undefined) {
          const headers = JSON.stringify({ [TOLD_BY]: address });
          await sql`select set_config('request.headers', ${headers}, true)`.execute(database);
        }
        return await work(database);
      },
      options,
    );
}
