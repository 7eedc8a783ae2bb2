import type { ModelServer } from "../sync/model-server.ts";
import type { Finding } from "./finding.ts";
import { isSpoken, type MadeItem, nameOf } from "./made-items.ts";
import { type Stores, soundIn } from "./stores.ts";

/** A person's stores on the device, one for each of their accounts that has a database. */
export type AccountStores = readonly (readonly [accountId: string, stores: Stores])[];

/**
 * Checks where an item is: on the server, in the queue, or in an unfinished recording. It may leave
 * the queue only together with its result; it is in one place, unless it is being moved to another
 * account; and it is nowhere once its person has discarded it.
 * @param isMoving whether an account's items are being moved to another account
 */
export function whereabouts(
  server: ModelServer,
  accounts: AccountStores,
  item: MadeItem,
  isMoving: (accountId: string) => boolean,
): Finding[] {
  const { id, saved, captured, discarded } = item;
  if (id === null) return [];
  const lost = (about: string): Finding[] => [{ broken: "lost", about: `${about}${nameOf(item)}` }];
  const twice = (about: string): Finding[] => [
    { broken: "duplicated", about: `${about}: ${nameOf(item)}` },
  ];
  const holders = accounts.filter(([, stores]) => isQueued(stores, id) || isDraft(stores, id));
  const settled = holders.filter(([accountId]) => !isMoving(accountId));
  if (settled.length > 1) return twice("under two accounts at once");
  if (discarded === "unsent" && server.done.some(({ key }) => key === id)) {
    return twice("discarded, and sent");
  }
  if (discarded === "yes" || discarded === "unsent") {
    return holders.length > 0 ? twice("discarded, and back") : [];
  }
  if (discarded === "perhaps") return [];
  if (holders.some(([, stores]) => isQueued(stores, id))) return [];
  if (!saved && holders.length > 0) return [];
  const row = server.logs.get(id);
  if (row === undefined) return saved || captured > 0 ? lost("") : [];
  // The result that arrived under a deleted account may have been deleted with its database.
  const mayBeGone = typeof row.former_user_id === "string";
  const isShown = accounts.some(([, { agentLogs, results }]) => {
    return [agentLogs, results].every((rows) => rows.some((shown) => shown.id === id));
  });
  return isShown || mayBeGone ? [] : lost("out of the queue without its result: ");
}

/**
 * Checks sound without recognised speech, which exists nowhere else: it must stay on the device
 * after it arrived until it is sent again, and it may be sent again only once.
 */
export function silentSound(
  server: ModelServer,
  accounts: AccountStores,
  made: readonly MadeItem[],
): Finding[] {
  return made.flatMap((item): Finding[] => {
    const { id, silent, discarded } = item;
    const again = made.filter(
      (other) => other.again !== null && other.again === id && isSomewhere(server, accounts, other),
    );
    if (again.length > 1) {
      return [{ broken: "duplicated", about: `sent again ${again.length} times: ${nameOf(item)}` }];
    }
    if (id === null || !silent || !isSpoken(item) || discarded !== "no") return [];
    if (!server.logs.has(id)) return [];
    const isHere = accounts.some(([, stores]) => {
      const row = stores.keptAudio.find((kept) => kept.id === id);
      if (row?.empty === true && row.sentAgainAs === null) return true;
      return isQueued(stores, id) || isDraft(stores, id);
    });
    const isAgain = made.some(
      (other) => other.again === id && isSomewhere(server, accounts, other),
    );
    if (isHere || isAgain) return [];
    return [{ broken: "lost", about: `the sound without speech of ${nameOf(item)}` }];
  });
}

function isSomewhere(
  server: ModelServer,
  accounts: AccountStores,
  { id, discarded }: MadeItem,
): boolean {
  if (id === null) return false;
  const isHere = accounts.some(([, stores]) => isQueued(stores, id) || isDraft(stores, id));
  return isHere || discarded !== "no" || server.logs.has(id);
}

function isQueued({ outbox }: Stores, id: string): boolean {
  return outbox.some((row) => row.id === id);
}

function isDraft(stores: Stores, id: string): boolean {
  const isBegun = stores.recordings.some((row) => row.id === id && row.state === "recording");
  return isBegun && soundIn(stores, id).length > 0;
}
