import { isEverythingSent, type UnsentCount } from "../../../src/mirror/unsent.ts";
import type { Finding } from "./finding.ts";
import { draftsIn, readAccount, readNotes } from "./stores.ts";

/**
 * Whether the app tells of everything that its person has on the device and not on the server, whatever
 * state that is in, what waits under their earlier accounts included.
 * @param accountId of the person signed in
 * @param told what the app says
 */
export async function judgeDeclared(accountId: string, told: UnsentCount): Promise<Finding[]> {
  const own = await unsentOf(accountId);
  const { people } = await readNotes();
  const earlier = await Promise.all(
    people.filter(({ successorId }) => successorId === accountId).map(({ id }) => unsentOf(id)),
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
