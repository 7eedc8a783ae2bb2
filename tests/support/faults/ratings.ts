import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import type { Find } from "./finding.ts";
import { type MadeItem, nameOf, ratedMessage } from "./made-items.ts";
import { isQueued, type Stores } from "./stores.ts";

/**
 * Checks the ratings on the server: one row for each answer, of the right person, with what they said,
 * and never an older rating after a newer one.
 */
export function ratingsOnServer(find: Find, server: ModelServer, users: Users, made: MadeItem[]) {
  const { rows, stored } = server.ratings;
  const messages = new Set<string>();
  for (const row of rows) {
    const item = made.find(({ id }) => id === row.item_id);
    if (item === undefined) {
      find("duplicated", `a rating that nobody made: ${row.item_id}`);
      continue;
    }
    if (!users.isSame(row.user_id ?? row.former_user_id ?? "", item.personId)) {
      find("in another account", nameOf(item));
    }
    if (messages.has(row.message_id)) find("duplicated", `two ratings: ${nameOf(item)}`);
    messages.add(row.message_id);
    const reason = item.verdict === "wrong" ? item.text : null;
    const isSaid = row.verdict === item.verdict && row.reason === reason;
    if (row.message_id !== ratedMessage(item) || !isSaid) find("altered", nameOf(item));
  }
  for (const message of messages) {
    const places = stored
      .map((id) => made.findIndex((item) => item.id === id))
      .filter((place) => ratedMessage(made[place]) === message);
    if (places.some((place, index) => place < (places[index - 1] ?? 0))) {
      find("reordered", `ratings of one answer: ${places.join(" ")}`);
    }
  }
}

/**
 * Checks where a rating is: in the queue, on the server and shown as such, or replaced by a later one
 * of the same answer; and it is nowhere once its person has discarded it.
 */
export function ratingWhereabouts(
  find: Find,
  server: ModelServer,
  accounts: readonly Stores[],
  item: MadeItem,
  made: readonly MadeItem[],
): void {
  const isWaiting = ({ id }: MadeItem) => accounts.some((stores) => isQueued(stores, id));
  const isStored = ({ id }: MadeItem) => id !== null && server.ratings.stored.includes(id);
  const message = ratedMessage(item);
  const isReplaced = made
    .slice(made.indexOf(item) + 1)
    .filter((other) => ratedMessage(other) === message && other.id !== null)
    .some((other) => isWaiting(other) || isStored(other) || other.discarded !== "no");
  if (item.discarded === "yes" && isWaiting(item)) {
    find("duplicated", `discarded, and back: ${nameOf(item)}`);
  } else if (!item.saved || item.discarded !== "no" || isWaiting(item) || isReplaced) {
    return;
  } else if (!isStored(item)) {
    find("lost", nameOf(item));
  } else {
    const row = server.ratings.rows.find(({ message_id }) => message_id === message);
    const isShown = accounts.some(({ ratings }) => ratings.some(({ id }) => id === message));
    if (isShown || row?.former_user_id !== undefined) return;
    find("lost", `out of the queue without its result: ${nameOf(item)}`);
  }
}

/** Checks that the server has the last of the ratings of each answer, once everything was sent. */
export function lastRatings(find: Find, server: ModelServer, made: readonly MadeItem[]): void {
  const ratings = made.filter(({ kind, id }) => kind === "rating" && id !== null);
  for (const message of new Set(ratings.map(ratedMessage))) {
    const own = ratings.filter((item) => ratedMessage(item) === message);
    const last = own.findLastIndex(({ saved }) => saved);
    const said = own[last];
    // What was refused or discarded after it has taken its place in the queue.
    const isOther = own.slice(last).some(({ refused, discarded }) => refused || discarded !== "no");
    if (said === undefined || isOther) continue;
    const row = server.ratings.rows.find(({ message_id }) => message_id === message);
    if (own.slice(last).some(({ id }) => id === row?.item_id)) continue;
    find(row === undefined ? "lost" : "reordered", `last ${nameOf(said)}`);
  }
}
