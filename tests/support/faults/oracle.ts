import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import { books } from "./books.ts";
import { changesOnServer, changeWhereabouts, validChanges } from "./changes.ts";
import type { Find, Finding } from "./finding.ts";
import {
  answerIdOf,
  conversationOf,
  hasId,
  isChange,
  type MadeItem,
  type MintedItem,
  nameOf,
} from "./made-items.ts";
import { lastRatings, ratingsOnServer, ratingWhereabouts } from "./ratings.ts";
import { sounds, speechDrafts } from "./sounds.ts";
import { draftsIn, readAccount, type Stores } from "./stores.ts";
import { silentSound, whereabouts } from "./whereabouts.ts";

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
  const findings: Finding[] = [];
  const find: Find = (broken, about) => findings.push({ broken, about });
  books(find, server, users, made);
  ratingsOnServer(find, server, users, made);
  changesOnServer(find, server, users, made);
  const seen = [...users.seen];
  for (const personId of new Set(seen.map((accountId) => users.personOf(accountId)))) {
    const own = made.filter((item) => users.isSame(item.personId, personId));
    const accountIds = seen.filter((accountId) => users.isSame(accountId, personId));
    const read = await Promise.all(accountIds.map(readAccount));
    const accounts = read.filter((stores) => stores !== null);
    for (const item of own) {
      if (item.kind === "rating") ratingWhereabouts(find, server, accounts, item, own);
      else if (isChange(item)) changeWhereabouts(find, server, accounts, item);
      else whereabouts(find, server, accounts, item);
    }
    for (const stores of accounts) {
      sounds(find, stores, own);
      speechDrafts(find, stores, own);
    }
    silentSound(find, server, accounts, own);
    order(find, server, own);
    validChanges(find, server, own);
    if (when === "now") continue;
    lastRatings(find, server, own);
    for (const stores of accounts) drained(find, stores, own);
  }
  return findings;
}

/** Finds items that still wait, except refused ones that need their person's attention. */
function drained(find: Find, device: Stores, made: MadeItem[]): void {
  const itemOf = (id: unknown) => made.find((other) => other.id === id);
  for (const { id, state } of device.outbox) {
    if (itemOf(id)?.refused && state === "needs-attention") continue;
    find("stuck", `${String(state)}, ${nameOf(itemOf(id))}`);
  }
  for (const { id } of draftsIn(device)) find("stuck", `unfinished, ${nameOf(itemOf(id))}`);
}

/**
 * Checks that each conversation has its questions in the order they were asked, each answer right
 * after its question. One exception: a question spoken into a page that died is asked when its
 * person sends it, whatever was asked meanwhile.
 */
function order(find: Find, server: ModelServer, made: MadeItem[]): void {
  const stored = [...server.messages.keys()];
  const accountIds = new Set(made.map(({ personId }) => personId));
  for (const conversation of ["a", "b", "ask"]) {
    const asked = made.filter(hasId).filter((item) => conversationOf(item) === conversation);
    const all = asked.flatMap(({ id }) => [id, answerIdOf(id)]);
    const said = stored.filter((id) => all.includes(id));
    const isBehind = ({ id }: MintedItem) =>
      !said.includes(answerIdOf(id)) || said.indexOf(answerIdOf(id)) === said.indexOf(id) + 1;
    const isInOrder = [...accountIds].every((accountId) => {
      const inTurn = asked.filter(({ kind, saved, personId }) => {
        return personId === accountId && (kind !== "spoken question" || saved);
      });
      const expected = inTurn.flatMap(({ id }) => [id, answerIdOf(id)]);
      const inTime = said.filter((id) => expected.includes(id));
      const inOrder = expected.filter((id) => inTime.includes(id));
      return inTime.every((id, index) => id === inOrder[index]);
    });
    if (isInOrder && asked.every(isBehind)) continue;
    const numbers = said.map((id) => all.indexOf(id)).join(" ");
    find("reordered", `conversation ${conversation}: ${numbers}`);
  }
}
