import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Backend, freshDataDir, signIn, startBackend } from "../support/backend.ts";
import {
  type Companies,
  createAccounts,
  emailOf,
  fill,
  type Ids,
  password,
  type Send,
  suspend,
} from "./fixtures.ts";
import { type ActorName, actorNames, type PersonName, people, personNames } from "./people.ts";
import { type Method, type Options, type Reply, send } from "./rest.ts";

/** A backend with two companies, people in every role and state, and a row of everything for each. */
export interface World {
  backend: Backend;
  companies: Companies;
  idOf(person: PersonName): string;
  companyOf(person: PersonName): string | null;
  personWith(id: unknown): PersonName;
  tokenOf(actor: ActorName): string;
  /** Sends as that person, with the session from before any suspension; `anon` has none. */
  as(actor: ActorName | "anon", method: Method, path: string, options?: Options): Promise<Reply>;
  /** Sends as the server itself, whom no policy holds back; rejects when it is refused. */
  asServer: Send;
  /** The same, for what may be refused. */
  asServerMay: Send;
  stop(): Promise<void>;
}

/** Starts a backend on PGlite, or on the PostgreSQL database of that URL, and peoples it. */
export async function startWorld(databaseUrl?: string): Promise<World> {
  const dataDir = databaseUrl
    ? await mkdtemp(join(tmpdir(), "field-agents-policies-"))
    : await freshDataDir();
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true });
  let backend: Backend | undefined;
  try {
    const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
    const ids = await createAccounts({ DATA_DIR: dataDir, DEMO: "0", ...database });
    // A zone far from UTC: what it answers must not depend on where it runs.
    backend = await startBackend({
      dataDir,
      env: { DEMO: "0", TZ: "Pacific/Kiritimati", ...database },
    });
    return await furnish(backend, ids, removeDataDir);
  } catch (error) {
    await backend?.stop();
    await removeDataDir();
    throw error;
  }
}

async function furnish(
  backend: Backend,
  ids: Ids,
  removeDataDir: () => Promise<void>,
): Promise<World> {
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
    tokens.set(actor, (await signIn(backend, emailOf(actor), password)).accessToken);
  }
  await suspend(asServer, ids);

  const tokenOf = (actor: ActorName) => {
    const token = tokens.get(actor);
    if (!token) throw new Error(`${actor} has not signed in`);
    return token;
  };
  return {
    backend,
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
    async stop() {
      await backend.stop();
      await removeDataDir();
    },
  };
}
