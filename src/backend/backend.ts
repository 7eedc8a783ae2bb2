import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod/mini";
import { type Account, openAccount } from "./auth/account.ts";
import { type Auth, openAuth } from "./auth/auth.ts";
import { notePauses } from "./auth/auth-pause.ts";
import type { KeyValueStore } from "./auth/key-value-store.ts";
import { openPendingSignIn, type PendingSignIn } from "./auth/pending-sign-in.ts";
import { type RefusalSign, watchRefusals } from "./auth/refusal-watch.ts";
import { sessionKey } from "./auth/session-key.ts";
import { sessionLock } from "./auth/session-lock.ts";
import { openSignInWays, type SignInWays } from "./auth/sign-in-ways.ts";
import { ownExpiry } from "./auth-js-workarounds/own-expiry.ts";
import { patientRefresh } from "./auth-js-workarounds/patient-refresh.ts";
import { openEndingRequests } from "./ending-requests.ts";
import { type Functions, openFunctions } from "./functions.ts";
import { type ObjectStreams, openObjectStreams } from "./object-stream.ts";
import { storableRequests } from "./storable-requests.ts";
import { openStorage, type Storage } from "./storage.ts";
import { type Changes, openChanges } from "./tables/changes.ts";
import { type FeedbackTable, openFeedbackTable } from "./tables/feedback-table.ts";
import { type FormerPeople, openFormerPeople } from "./tables/former-people.ts";
import { type KnowledgeTables, openKnowledgeTables } from "./tables/knowledge-tables.ts";
import { type LogTables, openLogTables } from "./tables/log-tables.ts";
import { openTables, type Tables } from "./tables/own-tables.ts";
import { openRows, type Rows } from "./tables/rows.ts";

/**
 * Recognizes the auth server of a Supabase backend; a network's login page does not answer this.
 */
const markerSchema = z.object({ name: z.literal("GoTrue") });

/** The time limit of the check that the backend answers (ms). */
const PROBE_TIMEOUT_MS = 8000;

/** The app's only interface to its backend. */
export interface Backend {
  auth: Auth;
  account: Account;
  functions: Functions;
  tables: Tables;
  knowledge: KnowledgeTables;
  rows: Rows;
  feedback: FeedbackTable;
  logs: LogTables;
  formerPeople: FormerPeople;
  storage: Storage;
  objects: ObjectStreams;
  changes: Changes;
  signInWays: SignInWays;
  /** Calls `noticed` when a refusal means something for the person whose session was used. */
  onRefusal(noticed: (sign: RefusalSign) => void): void;
  /** Starts a sign-in that is not complete yet. */
  openPendingSignIn(): PendingSignIn;
  /** Whether the backend itself answers now. */
  probe(): Promise<boolean>;
}

/**
 * @param where `tab` refreshes the session by a timer; `worker` refreshes it only when it sends
 * @param network the function that sends requests; tests pass a simulated network
 */
export function openBackend(
  config: DeploymentConfig,
  store: KeyValueStore,
  where: "tab" | "worker",
  network: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Backend {
  let noticed: (sign: RefusalSign) => void = () => {};
  const { fetch: ending } = openEndingRequests(storableRequests(network));
  const fetch = watchRefusals(ending, (sign) => noticed(sign));
  const storageKey = sessionKey(config.supabaseUrl);
  const global = { fetch: patientRefresh(ownExpiry(notePauses(fetch))) };
  const client = createClient(config.supabaseUrl, config.supabaseKey, {
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
  const openMemoryClient = () =>
    createClient(config.supabaseUrl, config.supabaseKey, {
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
  const ways = {
    url: config.supabaseUrl.replace(/\/$/, ""),
    publicKey: config.supabaseKey,
    fetch,
  };
  const requests = openEndingRequests(global.fetch);
  const auth = openAuth(client, storageKey, ways, requests.giveUp);
  // Replaces the client's own `rest`, which would look up the session for every request: each
  // request already carries its person's token.
  const rest = new PostgrestClient(`${ways.url}/rest/v1`, {
    headers: { apikey: config.supabaseKey },
    fetch: requests.fetch,
    // The callers repeat reads that failed (`repeat-read.ts`). The client would do so for seconds
    // before it answers, or as long as a server asks for.
    retry: false,
  });
  return {
    auth,
    account: openAccount(client, auth, config.secondFactors ?? []),
    functions: openFunctions({ ...ways, auth }),
    tables: openTables(rest, auth),
    knowledge: openKnowledgeTables(rest, auth),
    rows: openRows(rest, auth),
    feedback: openFeedbackTable(rest, auth),
    logs: openLogTables(rest, auth),
    formerPeople: openFormerPeople(rest, auth),
    storage: openStorage({ ...ways, auth, fetch: requests.fetch }),
    objects: openObjectStreams({ ...ways, auth }),
    changes: openChanges(client, where === "tab" && config.realtime === true),
    signInWays: openSignInWays(client, ways, config.providerNames ?? {}),
    onRefusal(callback) {
      noticed = callback;
    },
    openPendingSignIn: () => openPendingSignIn(openMemoryClient(), rest, ways),
    probe: () => probeBackend(ways),
  };
}

/**
 * Checks that the backend answers.
 * @returns whether the reply came from the backend itself
 */
async function probeBackend(options: {
  url: string;
  publicKey: string;
  fetch: typeof fetch;
}): Promise<boolean> {
  try {
    const response = await options.fetch(`${options.url}/auth/v1/health`, {
      headers: { apikey: options.publicKey },
      cache: "no-store",
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok && markerSchema.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}
