import { v5 as uuidv5 } from "uuid";
import type { ModelServer } from "../sync/model-server.ts";
import type { Find } from "./finding.ts";
import { conversationOf, isSpoken, type MadeItem, nameOf } from "./made-items.ts";
import { draftsIn, isQueued, type Stores } from "./stores.ts";

/**
 * Checks where an item is: on the server, in the queue, or in an unfinished recording. It may leave
 * the queue only together with its result; it is in one place; and it is nowhere once its person has
 * discarded it.
 */
export function whereabouts(
  find: Find,
  server: ModelServer,
  accounts: readonly Stores[],
  item: MadeItem,
): void {
  const { id, saved, captured, discarded } = item;
  if (id === null) return;
  const twice = (about: string) => find("duplicated", `${about}: ${nameOf(item)}`);
  const holders = accounts.filter((stores) => isHere(stores, id));
  if (holders.length > 1) {
    twice("under two accounts at once");
    return;
  }
  if (discarded === "unsent" && server.done.some(({ key }) => key === id)) {
    twice("discarded, and sent");
  } else if (discarded === "yes" || discarded === "unsent") {
    if (holders.length > 0) twice("discarded, and back");
  }
  if (discarded !== "no" || holders.some((stores) => isQueued(stores, id))) return;
  if (!saved && holders.length > 0) return;
  const row = server.logs.get(id);
  if (row === undefined) {
    if (saved || captured > 0) find("lost", nameOf(item));
    return;
  }
  // The result that arrived under a deleted account may have been deleted with its database.
  const mayBeGone = typeof row.former_user_id === "string";
  const isShown = accounts.some(({ agentLogs, results, messages }) => {
    const result =
      conversationOf(item) !== null
        ? [...withId(messages, id), ...withId(messages, uuidv5("answer", id))].length === 2
        : withId(results, id).length === 1;
    return result && withId(agentLogs, id).length === 1;
  });
  if (!isShown && !mayBeGone) find("lost", `out of the queue without its result: ${nameOf(item)}`);
}

const withId = (rows: readonly { [field: string]: unknown }[], id: string) =>
  rows.filter((row) => row.id === id);

/**
 * Checks sound without recognised speech, which exists nowhere else: it must stay on the device
 * after it arrived until it is sent again, and it may be sent again only once.
 */
export function silentSound(
  find: Find,
  server: ModelServer,
  accounts: readonly Stores[],
  made: readonly MadeItem[],
): void {
  const isSomewhere = ({ id, discarded }: MadeItem) =>
    id !== null &&
    (discarded !== "no" || server.logs.has(id) || accounts.some((stores) => isHere(stores, id)));
  for (const item of made) {
    const { id, silent, discarded } = item;
    if (id === null) continue;
    const again = made.filter((other) => other.again === id && isSomewhere(other)).length;
    if (again > 1) find("duplicated", `sent again ${again} times: ${nameOf(item)}`);
    if (again > 0 || !silent || !isSpoken(item) || discarded !== "no") continue;
    const isKept = accounts.some((stores) => {
      const row = stores.keptAudio.find((kept) => kept.id === id);
      return (row?.empty === true && row.sentAgainAs === null) || isHere(stores, id);
    });
    if (server.logs.has(id) && !isKept) find("lost", `the sound without speech of ${nameOf(item)}`);
  }
}

/** Whether it waits, or is an unfinished recording. */
function isHere(stores: Stores, id: string): boolean {
  return isQueued(stores, id) || draftsIn(stores).some((draft) => draft.id === id);
}
