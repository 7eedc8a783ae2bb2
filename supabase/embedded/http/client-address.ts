import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@supabase/lite";
import { sql } from "kysely";
import {
  CLIENT_ADDRESS_HEADER,
  ipAddress,
} from "#supabase/functions/_shared/request/client-address.ts";

/** For whom no address is known, by the word that RFC 7239 has for it. */
const UNKNOWN = "unknown";

const asking = new AsyncLocalStorage<string>();

/**
 * The address of whoever sent a request: the socket's, or behind a proxy what that proxy says in its
 * header, which must be named to be believed. Of several addresses the last is the proxy's own word,
 * the others are the client's. What is no IP address there is nobody's: `unknown`.
 */
export function clientAddressOf(
  request: Request,
  socketAddress: string,
  trustedHeader: string | undefined,
): string {
  const told = trustedHeader === undefined ? null : request.headers.get(trustedHeader);
  if (told === null) return socketAddress;
  return ipAddress(told.slice(told.lastIndexOf(",") + 1)) ?? UNKNOWN;
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
          const headers = JSON.stringify({ [CLIENT_ADDRESS_HEADER]: address });
          await sql`select set_config('request.headers', ${headers}, true)`.execute(database);
        }
        return await work(database);
      },
      options,
    );
}
