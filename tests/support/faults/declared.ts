import { isEverythingSent } from "#mirror/person/outbox/unsent.ts";
import type { Context } from "../sync/device.ts";
import type { App } from "./app.ts";
import type { Finding } from "./finding.ts";
import { draftsIn, readAccount, readNotes } from "./stores.ts";
import { isStorageFault } from "./tab.ts";

/**
 * Checks that the app counts everything that its person has on the device and not on the server, in
 * whatever state, including the items of their earlier accounts.
 * @param context of an open page of the signed-in person
 */
export async function judgeDeclared({ db, ports }: Context, app: App): Promise<Finding[]> {
  // The page itself must handle a lost connection; a check must not reopen it.
  if (!db.isOpen()) return [];
  const told = await app.countUnsent(db, ports.locks).catch((error) => {
    if (!isStorageFault(error)) throw error;
    return null;
  });
  if (told === null) return [];
  const own = await unsentOf(db.personId);
  const { people } = await readNotes();
  const earlier = await Promise.all(
    people.filter(({ successorId }) => successorId === db.personId).map(({ id }) => unsentOf(id)),
  );
  const under = earlier.reduce((sum, { queued, unfinished }) => sum + queued + unfinished, 0);
  const held = { waiting: own.queued, unfinished: own.unfinished, earlier: under };
  const isAll = held.waiting + held.unfinished + held.earlier > 0 && isEverythingSent(told);
  const isLess =
    told.waiting < held.waiting ||
    told.unfinished + told.recording < held.unfinished ||
    told.earlier < held.earlier;
  if (!isAll && !isLess) return [];
  const about = `${JSON.stringify(told)}, and there is ${JSON.stringify(held)}`;
  return [{ broken: "declared arrived while it was on the device", about }];
}

async function unsentOf(accountId: string): Promise<{ queued: number; unfinished: number }> {
  const stores = await readAccount(accountId);
  if (stores === null) return { queued: 0, unfinished: 0 };
  return { queued: stores.outbox.length, unfinished: draftsIn(stores).length };
}
