import { type Companies, emailOf, fill, type Ids, type Send, suspend } from "./fixtures.ts";
import { type ActorName, actorNames, type PersonName, people, personNames } from "./people.ts";
import type { Method, Options, Reply } from "./rest.ts";

/** Two companies, people in every role and state with a session each, and a row of every table. */
export interface PeopledWorld {
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

/**
 * Gives everybody of `ids` their company, role, rows and session; suspends those who are meant to
 * be.
 */
export async function furnish(
  ids: Ids,
  rest: {
    /** Sends one request: as the person of an access token, as "service" or as "anon". */
    send(as: string, method: Method, path: string, options?: Options): Promise<Reply>;
    /** @returns an access token */
    signIn(email: string): Promise<string>;
  },
): Promise<PeopledWorld> {
  const asServerMay: Send = (method, path, options) => rest.send("service", method, path, options);
  const asServer: Send = async (method, path, options) => {
    const reply = await asServerMay(method, path, options);
    if (reply.code !== null) throw new Error(`${method} ${path}: ${reply.message}`);
    return reply;
  };
  const companies = await fill(asServer, ids);
  const tokens = new Map<string, string>();
  for (const actor of actorNames) tokens.set(actor, await rest.signIn(emailOf(actor)));
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
      rest.send(actor === "anon" ? actor : tokenOf(actor), method, path, options),
    asServer,
    asServerMay,
  };
}
