import type { LedgerRequest } from "../sync/model-ledger.ts";
import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import type { Finding } from "./finding.ts";
import {
  answerIdOf,
  callsOf,
  conversationOf,
  hasId,
  type MadeItem,
  type MintedItem,
  nameOf,
  type Turns,
} from "./made-items.ts";

type People = Pick<Users, "personOf">;

/**
 * Checks what the server did: once for each key, for the right person, with exactly the right
 * bytes. For an account that was created again, the server may do once more what it did for the
 * deleted one.
 */
export function books(server: ModelServer, people: People, made: MadeItem[]): Finding[] {
  const findings: Finding[] = [];
  const find = (broken: Finding["broken"], about: string) => findings.push({ broken, about });
  const minted = made.filter(hasId);
  const byId = new Map(minted.map((item) => [item.id, item]));
  const answers = new Map(minted.map((item) => [answerIdOf(item.id), item]));
  const expected = new Map(
    minted.flatMap((item) => {
      const said = item.kind === "question to Ask" ? saidBefore(server, people, minted, item) : [];
      const calls = callsOf(item, said);
      return [...calls].map(([key, bodies]) => [key, { item, bodies }] as const);
    }),
  );
  const isTheirs = (accountId: unknown, item: MadeItem | undefined) =>
    item !== undefined &&
    typeof accountId === "string" &&
    people.personOf(accountId) === people.personOf(item.personId);
  const done = new Set<string>();
  const doneKeys = new Set<string>();
  for (const request of server.done) {
    const { key, personId, hash } = request;
    const call = expected.get(key);
    if (call === undefined) find("duplicated", `done under a key that nobody made: ${key}`);
    else {
      // A deleted account takes its conversation along, so the history of the question is unknown.
      const isKnown = call.item.kind !== "question to Ask" || !server.formerPeople.isGone(personId);
      if (isKnown && !call.bodies.includes(hash)) {
        find("altered", `other bytes arrived: ${nameOf(call.item)}`);
      }
      if (!isTheirs(personId, call.item)) find("in another account", nameOf(call.item));
    }
    if (done.has(callName(request))) find("duplicated", `done twice: ${key}`);
    done.add(callName(request));
    doneKeys.add(key);
  }
  // The provider may be asked again only for an answer that the server lost.
  const answered = server.asked.map(callName);
  for (const call of server.lostAnswers) answered.splice(answered.indexOf(callName(call)), 1);
  if (new Set(answered).size < answered.length) find("duplicated", "the provider was asked twice");
  for (const [id, row] of server.logs) {
    const item = byId.get(id);
    if (item === undefined) find("duplicated", `a history row that nobody made: ${id}`);
    else if (!doneKeys.has(id)) find("altered", `in the history and never done: ${nameOf(item)}`);
    // The row of a deleted account belongs to nobody until the next account of the person takes it
    // over.
    if (!isTheirs(row.user_id ?? row.former_user_id, item)) {
      find("in another account", nameOf(item));
    }
  }
  for (const [id, row] of server.messages) {
    const item = byId.get(id) ?? answers.get(id);
    if (item === undefined) find("duplicated", `a message that nobody made: ${id}`);
    if (!isTheirs(row.user_id, item)) find("in another account", nameOf(item));
  }
  return findings;
}

/**
 * Checks that nothing is sent with another person's token, whether or not the server accepted it.
 */
export function senders(server: ModelServer, people: People, made: MadeItem[]): Finding[] {
  const makers = new Map<string, MadeItem>();
  for (const item of made.filter(hasId)) {
    for (const key of [item.id, answerIdOf(item.id), ...callsOf(item, []).keys()]) {
      makers.set(key, item);
    }
  }
  return server.requests.flatMap(({ key, bearerId }): Finding[] => {
    const item = makers.get(key ?? "");
    if (item === undefined || bearerId === null) return [];
    if (people.personOf(bearerId) === people.personOf(item.personId)) return [];
    return [{ broken: "in another account", about: `another's token came with ${nameOf(item)}` }];
  });
}

function callName({ personId, key }: LedgerRequest): string {
  return `${personId} ${key}`;
}

/** How many turns are sent along with a question. */
const TURNS = 6;

/**
 * The newest questions and answers in a question's conversation before it, in the server's order;
 * that order is judged elsewhere.
 */
function saidBefore(
  server: ModelServer,
  people: People,
  made: MintedItem[],
  item: MintedItem,
): Turns {
  const place = conversationOf(item);
  const personId = people.personOf(item.personId);
  const others = made.filter(
    (other) =>
      other.id !== item.id &&
      conversationOf(other) === place &&
      people.personOf(other.personId) === personId &&
      server.logs.has(other.id),
  );
  const ids = new Set(others.flatMap(({ id }) => [id, answerIdOf(id)]));
  const stored = [...server.messages];
  const own = stored.findIndex(([id]) => id === item.id);
  return stored
    .slice(0, own < 0 ? stored.length : own)
    .filter(([id]) => ids.has(id))
    .map(([, message]) => ({ role: String(message.role), content: String(message.content) }))
    .slice(-TURNS);
}
