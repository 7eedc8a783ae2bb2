import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import { books, senders } from "./books.ts";
import type { Finding } from "./finding.ts";
import {
  answerIdOf,
  conversationOf,
  hasId,
  type MadeItem,
  type MintedItem,
  nameOf,
} from "./made-items.ts";
import { lastRatings, ratingsOnServer, ratingWhereabouts } from "./ratings.ts";
import { sounds } from "./sounds.ts";
import { speechDrafts } from "./speech-drafts.ts";
import { draftsIn, readAccount, readNotes, type Stores } from "./stores.ts";
import { type AccountStores, silentSound, whereabouts } from "./whereabouts.ts";

/**
 * Judges by the server's own records and the bytes in IndexedDB, without any code of the app.
 * @param when `now`: at any moment; `drained`: after everything had time to be sent
 */
export async function judge(
  server: ModelServer,
  users: Users,
  made: MadeItem[],
  when: "now" | "drained",
): Promise<Finding[]> {
  const findings = [
    ...books(server, users, made),
    ...ratingsOnServer(server, users, made),
    ...senders(server, users, made),
  ];
  const { moves } = await readNotes();
  for (const [personId, accounts] of await readPeople(users)) {
    const own = made.filter((item) => users.personOf(item.personId) === personId);
    const isMoving = (from: string) => moves.some((move) => move.from === from);
    for (const item of own) {
      findings.push(
        ...(item.kind === "rating"
          ? ratingWhereabouts(server, accounts, item, own)
          : whereabouts(server, accounts, item, isMoving)),
      );
    }
    for (const [, stores] of accounts) {
      findings.push(...sounds(stores, own), ...speechDrafts(stores, own));
    }
    findings.push(...silentSound(server, accounts, own), ...order(server, own));
    if (when === "drained") {
      findings.push(...lastRatings(server, own));
      for (const [, stores] of accounts) findings.push(...drained(stores, own));
    }
  }
  return findings;
}

/** The stores of each person on the device, one for each of their accounts. */
async function readPeople(users: Users): Promise<Map<string, AccountStores>> {
  const people = new Map<string, [string, Stores][]>();
  for (const accountId of users.seen) {
    const stores = await readAccount(accountId);
    const personId = users.personOf(accountId);
    const accounts = people.get(personId) ?? [];
    if (stores !== null) accounts.push([accountId, stores]);
    people.set(personId, accounts);
  }
  return people;
}

/**
 * Finds items that still wait, except those that the server refused and that need their person's
 * attention.
 */
function drained(device: Stores, made: MadeItem[]): Finding[] {
  const itemOf = (id: unknown) => made.find((other) => other.id === id);
  const waiting = device.outbox.filter(({ id, state }) => {
    return !(itemOf(id)?.refused && state === "needs-attention");
  });
  return [
    ...waiting.map(({ id, state }): Finding => {
      return { broken: "stuck", about: `${String(state)}, ${nameOf(itemOf(id))}` };
    }),
    ...draftsIn(device).map(({ id }): Finding => {
      return { broken: "stuck", about: `unfinished, ${nameOf(itemOf(id))}` };
    }),
  ];
}

/**
 * Checks that each conversation has its questions in the order they were asked, each answer right
 * after its question. Two exceptions: a question spoken into a page that died is asked when its
 * person sends it, whatever was asked meanwhile; and the questions of an earlier account are asked
 * when the account is taken over.
 */
function order(server: ModelServer, made: MadeItem[]): Finding[] {
  const stored = [...server.messages.keys()];
  const places = ["a", "b", "ask"].flatMap((conversation) => {
    return [...new Set(made.map(({ personId }) => personId))].map((accountId) => {
      return { conversation, accountId };
    });
  });
  return places.flatMap(({ conversation, accountId }): Finding[] => {
    const asked = made.filter(hasId).filter((item) => conversationOf(item) === conversation);
    const all = asked.flatMap(({ id }) => [id, answerIdOf(id)]);
    const said = stored.filter((id) => all.includes(id));
    const isBehind = ({ id }: MintedItem) =>
      !said.includes(answerIdOf(id)) || said.indexOf(answerIdOf(id)) === said.indexOf(id) + 1;
    const inTurn = asked.filter(({ kind, saved, personId }) => {
      return personId === accountId && (kind !== "spoken question" || saved);
    });
    const expected = inTurn.flatMap(({ id }) => [id, answerIdOf(id)]);
    const inTime = said.filter((id) => expected.includes(id));
    const inOrder = expected.filter((id) => inTime.includes(id));
    if (inTime.every((id, index) => id === inOrder[index]) && asked.every(isBehind)) return [];
    const numbers = said.map((id) => all.indexOf(id)).join(" ");
    return [{ broken: "reordered", about: `conversation ${conversation}: ${numbers}` }];
  });
}
