import type { ModelServer } from "../sync/model-server.ts";
import type { Users } from "./accounts.ts";
import type { Find } from "./finding.ts";
import { changedEntry, type MadeItem, nameOf, sentChange } from "./made-items.ts";
import { isQueued, type Stores } from "./stores.ts";

/** Checks the changes of entries on the server: what their person made, of the right person. */
export function changesOnServer(find: Find, server: ModelServer, users: Users, made: MadeItem[]) {
  for (const [id, row] of server.changes) {
    const item = made.find((other) => other.id === id);
    if (item === undefined) {
      find("duplicated", `a change that nobody made: ${id}`);
      continue;
    }
    const owner = String(row.user_id ?? row.former_user_id ?? "");
    if (!users.isSame(owner, item.personId)) find("in another account", nameOf(item));
    const isSaid = Object.entries(sentChange(item)).every(([name, value]) => row[name] === value);
    if (!isSaid) find("altered", nameOf(item));
  }
}

/** Checks where a change of an entry is: in the queue, or on the server and in the mirror. */
export function changeWhereabouts(
  find: Find,
  server: ModelServer,
  accounts: readonly Stores[],
  item: MadeItem,
): void {
  const isWaiting = accounts.some((stores) => isQueued(stores, item.id));
  if (item.discarded === "yes" && isWaiting) {
    find("duplicated", `discarded, and back: ${nameOf(item)}`);
  }
  if (!item.saved || item.discarded !== "no" || isWaiting) return;
  const row = server.changes.get(String(item.id));
  if (row === undefined) {
    find("lost", nameOf(item));
    return;
  }
  const isShown = accounts.some((stores) => stores.entryChanges.some(({ id }) => id === item.id));
  if (isShown || row.former_user_id !== undefined) return;
  find("lost", `out of the queue without its result: ${nameOf(item)}`);
}

/** Checks that of the changes of each entry that arrived, the one that was made last is valid. */
export function validChanges(find: Find, server: ModelServer, made: readonly MadeItem[]): void {
  const arrived = made.filter(({ id }) => server.changes.has(String(id)));
  for (const entry of new Set(arrived.map(changedEntry))) {
    const own = arrived.filter((item) => changedEntry(item) === entry);
    const numbers = own.map(({ id }) => Number(server.changes.get(String(id))?.revision));
    const isRising = numbers.every(
      (number, place) => place === 0 || number > (numbers[place - 1] ?? 0),
    );
    if (!isRising) find("reordered", `changes of one entry: ${numbers.join(" ")}`);
  }
}
