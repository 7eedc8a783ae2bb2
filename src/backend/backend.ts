import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import { PostgrestClient } from "@supabase/postgrest-js";
import { createClient } from "@supabase/supabase-js";
import { type Account, openAccount } from "./account.ts";
import { type AdministrationTables, openAdministrationTables } from "./administration-tables.ts";
import { type Auth, openAuth } from "./auth.ts";
import { notePauses } from "./auth-pause.ts";
import { type Candidate, openCandidate } from "./candidate.ts";
import { type Changes, openChanges } from "./changes.ts";
import { openEndingRequests } from "./ending-requests.ts";
import { type FormerPeople, openFormerPeople } from "./former-people.ts";
import { type Functions, openFunctions } from "./functions.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { type KnowledgeTables, openKnowledgeTables } from "./knowledge-tables.ts";
import { type LogTables, openLogTables } from "./log-tables.ts";
import { type ObjectStreams, openObjectStreams } from "./object-stream.ts";
import { ownExpiry } from "./own-expiry.ts";
import { patientRefresh } from "./patient-refresh.ts";
import { probeBackend } from "./probe.ts";
import { type RefusalSign, watchRefusals } from "./refusal-watch.ts";
import { sessionKey } from "./session-key.ts";
import { sessionLock } from "./session-lock.ts";
import { openSignInWays, type SignInWays } from "./sign-in-ways.ts";
import { openStorage, type Storage } from "./storage.ts";
import { openTables, type Tables } from "./tables.ts";

/** Everything the app says to its backend goes through here. */
export interface Backend {
  auth: Auth;
  account: Account;
  functions: Functions;
  tables: Tables;
  knowledge: KnowledgeTables;
  administration: AdministrationTables;
  logs: LogTables;
  formerPeople: FormerPeople;
  storage: Storage;
  objects: ObjectStreams;
  changes: Changes;
  signInWays: SignInWays;
  /** Calls back when a refusal tells something of the person whose session it was. */
  onRefusal(noticed: (sign: RefusalSign) => void): void;
  /** Begins with somebody who wants to be let in. */
  openCandidate(): Candidate;
  /** Whether the backend itself answers now. */
  probe(): Promise<boolean>;
}

/**
 * @param where `tab` follows the session and refreshes it by the clock; `worker` only when it sends
 * @param network how requests leave; tests put a network of their own here
 */
export function openBackend(
  config: DeploymentConfig,
  store: KeyValueStore,
  where: "tab" | "worker",
  network: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Backend {
  let noticed: (sign: RefusalSign) => void = () => {};
  const fetch = watchRefusals(network, (sign) => noticed(sign));
  const storageKey = sessionKey(config.supabaseUrl);
  const global = { fetch: patientRefresh(ownExpiry(notePauses(fetch))) };
  const client = createClient(config.supabaseUrl, config.supabaseKey, {
    global,
    auth: {
      // A refresh that ends after the sign-out must not bring the session back: what auth-js stores
      // only takes the place of a session, and `adopt` alone begins one.
      storage: { ...store, setItem: (key: string, value: string) => store.replaceItem(key, value) },
      storageKey,
      autoRefreshToken: where === "tab",
      // Who a link brings is a candidate first.
      detectSessionInUrl: false,
      // Refresh tokens are single-use. Without one lock over the tabs and the worker, two of them
      // could spend the same token and the server would end the session as stolen.
      lock: sessionLock,
    },
  });
  let candidates = 0;
  const openMemoryClient = () =>
    createClient(config.supabaseUrl, config.supabaseKey, {
      global,
      auth: {
        // One of its own each: auth-js warns of two clients under one key.
        storageKey: `${storageKey}-candidate-${++candidates}`,
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
  // Not the client's own: that one looks the session up for every request, and each has its person's
  // token already.
  const rest = new PostgrestClient(`${ways.url}/rest/v1`, {
    headers: { apikey: config.supabaseKey },
    fetch: requests.fetch,
  });
  return {
    auth,
    account: openAccount(client, auth, config.secondFactors ?? []),
    functions: openFunctions({ ...ways, auth }),
    tables: openTables(rest, auth),
    knowledge: openKnowledgeTables(rest, auth),
    administration: openAdministrationTables(rest, auth),
    logs: openLogTables(rest, auth),
    formerPeople: openFormerPeople(rest, auth),
    storage: openStorage(client, auth),
    objects: openObjectStreams({ ...ways, auth }),
    changes: openChanges(client, where === "tab" && config.realtime === true),
    signInWays: openSignInWays(client, ways),
    onRefusal(callback) {
      noticed = callback;
    },
    openCandidate: () => openCandidate(openMemoryClient(), rest),
    probe: () => probeBackend(ways),
  };
}
