import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { createClient, navigatorLock } from "@supabase/supabase-js";
import { type Auth, openAuth } from "./auth.ts";
import { type Functions, openFunctions } from "./functions.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { probeBackend } from "./probe.ts";
import { openTables, type Tables } from "./tables.ts";

/** Everything the app says to its backend goes through here. */
export interface Backend {
  auth: Auth;
  functions: Functions;
  tables: Tables;
  /** Whether the backend itself answers now. */
  probe(): Promise<boolean>;
}

/**
 * @param where `tab` follows the session and refreshes it by the clock; `worker` only when it sends
 * @param fetch how requests leave; tests put a network of their own here
 */
export function openBackend(
  config: DeploymentConfig,
  store: KeyValueStore,
  where: "tab" | "worker",
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Backend {
  const storageKey = sessionKey(config.supabaseUrl);
  const client = createClient(config.supabaseUrl, config.supabaseKey, {
    global: { fetch },
    auth: {
      storage: store,
      storageKey,
      autoRefreshToken: where === "tab",
      detectSessionInUrl: where === "tab",
      // Refresh tokens are single-use. Without one lock over the tabs and the worker, two of them
      // could spend the same token and the server would end the session as stolen.
      lock: navigatorLock,
    },
  });
  const auth = openAuth(client, () => store.removeItem(storageKey));
  const ways = {
    url: config.supabaseUrl.replace(/\/$/, ""),
    publicKey: config.supabaseKey,
    fetch,
  };
  return {
    auth,
    functions: openFunctions({ ...ways, auth }),
    tables: openTables(client, auth),
    probe: () => probeBackend(ways),
  };
}

/** As supabase-js derives it: from the project's host name. */
function sessionKey(url: string): string {
  return `sb-${new URL(url).hostname.split(".")[0]}-auth-token`;
}
