import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, freshDataDir, signIn, startBackend } from "#tests/support/backend.ts";
import {
  type Companies,
  createAccounts,
  emailOf,
  fill,
  type Ids,
  PASSWORD,
  type Send,
  suspend,
} from "./fixtures.ts";
import { type ActorName, actorNames, type PersonName, people, personNames } from "./people.ts";
import { type Method, type Options, type Reply, send } from "./rest.ts";

/**
 * The header in which a request may name its client's address; without it, this machine's address
 * counts.
 */
export const CLIENT_ADDRESS_HEADER = "x-forwarded-for";

/**
 * A backend with two companies, people in every role and state with a session each, and a row of every
 * table for each.
 */
export interface World {
  backend: Backend;
  stop(): Promise<void>;
  companies: Companies;
  idOf(person: PersonName): string;
  companyOf(person: PersonName): string | null;
  personWith(id: unknown): PersonName;
  tokenOf(actor: ActorName): string;
  /** Sends as that person, with the session from before any suspension; `anon` has no session. */
  as(actor: ActorName | "anon", method: Method, path: string, options?: Options): Promise<Reply>;
  /** Sends as the server itself, to which no policy applies; rejects when it is refused. */
  asServer: Send;
  /** The same, for requests that may be refused. */
  asServerMay: Send;
}

interface Start {
  /** Absent: on PGlite. */
  databaseUrl?: string;
  env?: Record<string, string>;
}

/** Starts a backend, and fills it with the people. */
export async function startWorld({ databaseUrl, env: more }: Start = {}): Promise<World> {
  const dataDir = databaseUrl
    ? await mkdtemp(join(tmpdir(), "field-agents-policies-"))
    : await freshDataDir();
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true });
  const env = {
    ...{ DEMO: "0", CLIENT_ADDRESS_HEADER },
    // A time zone far from UTC: answers must not depend on the zone of the server.
    TZ: "Pacific/Kiritimati",
    // Thousands of requests are worth optimising the database's WebAssembly.
    DENO_V8_FLAGS: "--no-liftoff-only",
    ...more,
  };
  let backend: Backend | undefined;
  try {
    const started = await startBackend({ dataDir, env, ...(databaseUrl && { databaseUrl }) });
    backend = started;
    return {
      ...(await furnish(started, await createAccounts(started))),
      backend: started,
      async stop() {
        await started.stop();
        await removeDataDir();
      },
    };
  } catch (error) {
    await backend?.stop();
    await removeDataDir();
    throw error;
  }
}

/**
 * Gives everybody of `ids` their company, role, rows and session; suspends those who are meant to
 * be.
 */
async function furnish(backend: Backend, ids: Ids): Promise<Omit<World, "backend" | "stop">> {
  const asServerMay: Send = (method, path, options) =>
    send(backend, "service", method, path, options);
  const asServer: Send = async (method, path, options) => {
    const reply = await asServerMay(method, path, options);
    if (reply.code !== null) throw new Error(`${method} ${path}: ${reply.message}`);
    return reply;
  };
  const companies = await fill(asServer, ids);
  const tokens = new Map<string, string>();
  for (const actor of actorNames) {
    const { accessToken } = await signIn(backend, emailOf(actor), PASSWORD);
    tokens.set(actor, accessToken);
  }
  await suspend(asServer, ids);

  const tokenOf = (actor: ActorName) => {
    const token = tokens.get(actor);
    if (!token) throw new Error(`${actor} has not signed in`);
    return token;
  };
  return {
    companies,
    idOf: (person) => ids[person],
    companyOf(person) {
      const { company } = people[person];
      return company && companies[company];
    },
    personWith(id) {
      const found = personNames.find((person) => ids[person] === id);
      if (!found) throw new Error(`Nobody has the id ${id}`);
      return found;
    },
    tokenOf,
    as: (actor, method, path, options) =>
      send(backend, actor === "anon" ? actor : tokenOf(actor), method, path, options),
    asServer,
    asServerMay,
  };
}
