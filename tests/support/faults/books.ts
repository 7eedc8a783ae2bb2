import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import type { Find } from "./finding.ts";
import {
  answerIdOf,
  callsOf,
  conversationOf,
  hasId,
  type MadeItem,
  type MintedItem,
  nameOf,
  type Turns,
  transcriptionKeyOf,
} from "./made-items.ts";

/** How many turns are sent along with a question. */
const TURNS = 6;

/**
 * Checks what the server did: once for each key, for the right person, with exactly the right
 * bytes. For an account that was created again, the server may do once more what it did for the
 * deleted one.
 */
export function books(find: Find, server: ModelServer, users: Users, made: MadeItem[]): void {
  const minted = made.filter(hasId);
  const byId = new Map(minted.map((item) => [item.id, item]));
  const answers = new Map(minted.map((item) => [answerIdOf(item.id), item]));
  const expected = new Map(
    minted.flatMap((item) => {
      const said = conversationOf(item) === null ? [] : saidBefore(server, users, minted, item);
      return [...callsOf(item, said)].map(([key, bodies]) => [key, { item, bodies }] as const);
    }),
  );
  const expectOwner = (accountId: unknown, item: MadeItem | undefined) => {
    const isTheirs = item !== undefined && users.isSame(String(accountId), item.personId);
    if (!isTheirs) find("in another account", nameOf(item));
  };
  const done = new Set<string>();
  for (const { key, personId, hash } of server.done) {
    const call = expected.get(key);
    if (call === undefined) find("duplicated", `done under a key that nobody made: ${key}`);
    else {
      // A deleted account takes its conversation along, so the history of the question is unknown.
      const isKnown = conversationOf(call.item) === null || !server.formerPeople.isGone(personId);
      if (isKnown && !call.bodies.includes(hash)) {
        find("altered", `other bytes arrived: ${nameOf(call.item)}`);
      }
      expectOwner(personId, call.item);
    }
    if (done.has(`${personId} ${key}`)) find("duplicated", `done twice: ${key}`);
    done.add(`${personId} ${key}`);
  }
  // The provider may be asked again only for an answer that the server lost.
  const answered = server.asked.filter((call) => !server.lostAnswers.includes(call));
  const calls = new Set(answered.map(({ personId, key }) => `${personId} ${key}`));
  if (calls.size < answered.length) find("duplicated", "the provider was asked twice");
  for (const [id, row] of server.logs) {
    const item = byId.get(id);
    if (item === undefined) find("duplicated", `a history row that nobody made: ${id}`);
    else if (!server.done.some(({ key }) => key === id)) {
      find("altered", `in the history and never done: ${nameOf(item)}`);
    }
    // The row of a deleted account belongs to nobody.
    expectOwner(row.user_id ?? row.former_user_id, item);
  }
  for (const [id, row] of server.messages) {
    const item = byId.get(id) ?? answers.get(id);
    if (item === undefined) find("duplicated", `a message that nobody made: ${id}`);
    expectOwner(row.user_id, item);
  }
  // Nothing is sent with another person's token, whether or not the server accepts it.
  const makers = new Map(
    minted.flatMap((item) =>
      [item.id, answerIdOf(item.id), transcriptionKeyOf(item.id)].map((key) => [key, item]),
    ),
  );
  for (const { key, bearerId } of server.requests) {
    const item = makers.get(key ?? "");
    if (item === undefined || bearerId === null || users.isSame(bearerId, item.personId)) continue;
    find("in another account", `another's token came with ${nameOf(item)}`);
  }
}

/** The newest turns before a question in its conversation, in the order of the server. */
function saidBefore(
  server: ModelServer,
  users: Users,
  made: MintedItem[],
  item: MintedItem,
): Turns {
  const others = made.filter(
    (other) =>
      other.id !== item.id &&
      conversationOf(other) === conversationOf(item) &&
      users.isSame(other.personId, item.personId) &&
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
