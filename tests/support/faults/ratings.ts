import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import type { Finding } from "./finding.ts";
import { hasId, type MadeItem, nameOf, ratedMessage } from "./made-items.ts";
import type { AccountStores } from "./whereabouts.ts";

type People = Pick<Users, "personOf">;

/**
 * Checks the ratings on the server: one row for each answer, of the right person, with what they said,
 * and never an older rating after a newer one.
 */
export function ratingsOnServer(server: ModelServer, people: People, made: MadeItem[]): Finding[] {
  const findings: Finding[] = [];
  const find = (broken: Finding["broken"], about: string) => findings.push({ broken, about });
  const { rows, stored } = server.ratings;
  const byId = new Map(made.filter(hasId).map((item) => [item.id, item]));
  const messages = new Set<string>();
  for (const row of rows) {
    const item = byId.get(row.item_id);
    if (item === undefined) {
      find("duplicated", `a rating that nobody made: ${row.item_id}`);
      continue;
    }
    const owner = row.user_id ?? row.former_user_id ?? "";
    if (people.personOf(owner) !== people.personOf(item.personId)) {
      find("in another account", nameOf(item));
    }
    if (messages.has(row.message_id))
      find("duplicated", `two ratings of an answer: ${nameOf(item)}`);
    messages.add(row.message_id);
    const reason = item.verdict === "wrong" ? item.text : null;
    if (
      row.message_id !== ratedMessage(item) ||
      row.verdict !== item.verdict ||
      row.reason !== reason
    ) {
      find("altered", nameOf(item));
    }
  }
  for (const message of messages) {
    const places = stored
      .map((id) => made.findIndex((item) => item.id === id))
      .filter((place) => ratedMessage(made[place]) === message);
    if (places.some((place, index) => place < (places[index - 1] ?? 0))) {
      find("reordered", `ratings of one answer: ${places.join(" ")}`);
    }
  }
  return findings;
}

/**
 * Checks where a rating is: in the queue, on the server and shown as such, or replaced by a later one
 * of the same answer; and it is nowhere once its person has discarded it.
 */
export function ratingWhereabouts(
  server: ModelServer,
  accounts: AccountStores,
  item: MadeItem,
  made: readonly MadeItem[],
): Finding[] {
  const isQueued = ({ id }: MadeItem) =>
    accounts.some(([, { outbox }]) => outbox.some((row) => row.id === id));
  const isStored = ({ id }: MadeItem) => id !== null && server.ratings.stored.includes(id);
  const message = ratedMessage(item);
  const later = made
    .slice(made.indexOf(item) + 1)
    .filter((other) => ratedMessage(other) === message);
  const isReplaced = later.some(
    (other) =>
      other.id !== null && (isQueued(other) || isStored(other) || other.discarded !== "no"),
  );
  if (item.discarded === "yes" && isQueued(item)) {
    return [{ broken: "duplicated", about: `discarded, and back: ${nameOf(item)}` }];
  }
  if (!item.saved || item.discarded !== "no" || isQueued(item) || isReplaced) return [];
  if (!isStored(item)) return [{ broken: "lost", about: nameOf(item) }];
  const row = server.ratings.rows.find(({ message_id }) => message_id === message);
  const isShown = accounts.some(([, { ratings }]) => ratings.some(({ id }) => id === message));
  if (isShown || row?.former_user_id !== undefined) return [];
  return [{ broken: "lost", about: `out of the queue without its result: ${nameOf(item)}` }];
}

/** Checks that the server has the last of the ratings of each answer, once everything was sent. */
export function lastRatings(server: ModelServer, made: readonly MadeItem[]): Finding[] {
  const ratings = made.filter(({ kind, id }) => kind === "rating" && id !== null);
  return [...new Set(ratings.map(ratedMessage))].flatMap((message): Finding[] => {
    const own = ratings.filter((item) => ratedMessage(item) === message);
    const last = own.findLastIndex(({ saved }) => saved);
    const said = own[last];
    // What was refused or discarded after it has taken its place in the queue.
    const isOther = own.slice(last).some(({ refused, discarded }) => refused || discarded !== "no");
    if (said === undefined || isOther) return [];
    const row = server.ratings.rows.find(({ message_id }) => message_id === message);
    if (own.slice(last).some(({ id }) => id === row?.item_id)) return [];
    return [{ broken: row === undefined ? "lost" : "reordered", about: `last ${nameOf(said)}` }];
  });
}
