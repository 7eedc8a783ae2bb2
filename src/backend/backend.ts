import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod/mini";
import { cuttable } from "../platform/no-signal.ts";
import { openAccount } from "./auth/account.ts";
import { openAuth } from "./auth/auth.ts";
import { notePauses, ownExpiry, patientRefresh, sessionLock } from "./auth/auth-js-workarounds.ts";
import { openPendingSignIn } from "./auth/pending-sign-in.ts";
import { openSignInWays } from "./auth/sign-in-ways.ts";
import type { KeyValueStore } from "./deployment.ts";
import { openEndingRequests, type RefusalSign, watchRefusals } from "./ending-requests.ts";
import { openFunctions } from "./functions.ts";
import type { Server } from "./outcome.ts";
import { storableRequests } from "./storable-requests.ts";
import { openObjectStreams, openStorage } from "./storage.ts";
import { openChanges } from "./tables/changes.ts";
import { openKnowledgeTables } from "./tables/knowledge-tables.ts";
import { openLogTables } from "./tables/log-tables.ts";
import { openTables } from "./tables/own-tables.ts";
import { openRows } from "./tables/rows.ts";

/**
 * Recognizes the auth server of a Supabase backend; a network's login page does not answer this.
 */
const markerSchema = z.object({ name: z.literal("GoTrue") });

/** The time limit of the check that the backend answers (ms). */
const PROBE_TIMEOUT_MS = 8000;

/** The app's only interface to its backend. */
export type Backend = ReturnType<typeof openBackend>;

/**
 * @param where `tab` refreshes the session by a timer; `worker` refreshes it only when it sends
 * @param network the function that sends requests; tests pass a simulated network
 */
export function openBackend(
  config: DeploymentConfig,
  store: KeyValueStore,
  where: "tab" | "worker",
  network: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
) {
  let noticed: (sign: RefusalSign) => void = () => {};
  const sends = config.demoAccounts === undefined ? network : cuttable(network, store);
  const { fetch: ending } = openEndingRequests(storableRequests(sends));
  const fetch = watchRefusals(ending, (sign) => noticed(sign));
  const { supabaseUrl, supabaseKey: publicKey } = config;
  // As supabase-js computes it from the project's host name.
  const storageKey = `sb-${new URL(supabaseUrl).hostname.split(".")[0]}-auth-token`;
  const global = { fetch: patientRefresh(ownExpiry(notePauses(fetch))) };
  const client = createClient(supabaseUrl, publicKey, {
    global,
    auth: {
      // A refresh that ends after the sign-out must not restore the session. So auth-js can only
      // replace a stored session; only `adopt` stores a new one.
      storage: { ...store, setItem: (key: string, value: string) => store.replaceItem(key, value) },
      storageKey,
      autoRefreshToken: where === "tab",
      // A person who comes by a link must complete the sign-in (`pending-sign-in.ts`) first.
      detectSessionInUrl: false,
      // Refresh tokens are single-use. Without one lock over the tabs and the worker, two of them
      // could spend the same token and the server would end the session as stolen.
      lock: sessionLock,
    },
  });
  let pendingSignIns = 0;
  const server: Server = { url: supabaseUrl.replace(/\/$/, ""), publicKey, fetch };
  const requests = openEndingRequests(global.fetch);
  const auth = openAuth(client, storageKey, server, requests.giveUp);
  // Replaces the client's own `rest`, which would look up the session for every request: each
  // request already carries its person's token.
  const rest = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: { apikey: publicKey },
    fetch: requests.fetch,
    // The callers repeat reads that failed (`repeat-read.ts`). The client would do so for seconds
    // before it answers, or as long as a server asks for.
    retry: false,
  });
  return {
    auth,
    account: openAccount(client, auth, config.secondFactors ?? []),
    functions: openFunctions({ ...server, auth }),
    tables: openTables(rest, auth),
    knowledge: openKnowledgeTables(rest, auth),
    rows: openRows(rest, auth),
    logs: openLogTables(rest, auth),
    storage: openStorage({ ...server, auth, fetch: requests.fetch }),
    objects: openObjectStreams({ ...server, auth }),
    changes: openChanges(client, where === "tab" && config.realtime === true),
    signInWays: openSignInWays(client, server, config.providerNames ?? {}),

    /** Calls `callback` when a refusal means something for the person whose session was used. */
    onRefusal(callback: typeof noticed): void {
      noticed = callback;
    },

    /** Starts a sign-in that is not complete yet. */
    openPendingSignIn() {
      const memory = createClient(supabaseUrl, publicKey, {
        global,
        auth: {
          // Each client has a key of its own, because auth-js warns about two clients with the same
          // key.
          storageKey: `${storageKey}-candidate-${++pendingSignIns}`,
          persistSession: false,
          autoRefreshToken: false,
          detectSessionInUrl: false,
        },
      });
      return openPendingSignIn(memory, rest, server);
    },

    /** Whether the backend itself answers now. */
    async probe(): Promise<boolean> {
      try {
        const response = await fetch(`${server.url}/auth/v1/health`, {
          headers: { apikey: publicKey },
          cache: "no-store",
          signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
        });
        return response.ok && markerSchema.safeParse(await response.json()).success;
      } catch {
        return false;
      }
    },
  };
}
