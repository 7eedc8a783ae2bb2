import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { changeValues, type Move } from "../mirror/device/device-database.ts";
import { forgetNotesOf, forgetPerson } from "../mirror/device/forget-person.ts";
import {
  beginMove,
  copyUnsent,
  endMove,
  forgetCopied,
  isMoving,
  readMoves,
} from "../mirror/device/moves.ts";
import { withDatabaseOf } from "../mirror/device/seen-people.ts";
import {
  begunRecordings,
  deleteUnsent,
  idsOf,
  readUnsentWork,
} from "../mirror/device/unsent-work.ts";
import { takeFence } from "../mirror/person/outbox/fencing.ts";
import { placeOf } from "../mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { moveLockName } from "../platform/lock-names.ts";
import type { Ports } from "../platform/ports.ts";
import { recordingsNow } from "../platform/recording-lock.ts";

type MovePorts = Pick<Ports, "clock" | "locks">;

/**
 * Takes over what waits on this device under an earlier account of the person signed in: it is queued
 * under their account of now, with the ids it had. What had arrived before that account was deleted,
 * unknown to the device, becomes theirs on the server first, so that sending it again changes nothing.
 *
 * However it is cut short, and whichever tabs do it at once, everything is in one queue or the other,
 * and nothing is queued a second time; the next start finishes it.
 * @returns what became of the request to the server; unless `ok`, nothing was moved
 * @throws what the device fails with, as a full disk; then some of it may have been moved
 */
export async function takeOver(
  backend: Pick<Backend, "formerPeople">,
  ports: MovePorts,
  move: Move,
): Promise<Outcome<null>> {
  const ids = idsOf(await withDatabaseOf(move.from, readUnsentWork));
  const taken = await backend.formerPeople.takeOverLogs(move.to, move.from, ids);
  if (taken.kind !== "ok") return taken;
  await beginMove(move);
  await finishMove(ports, move);
  return taken;
}

/** Finishes the moves that were begun and cut short, whoever is signed in. No network is needed. */
export async function finishMoves(ports: MovePorts): Promise<void> {
  for (const move of await readMoves()) await finishMove(ports, move);
}

/**
 * Discards unsent work of an account that is gone for good.
 * @param ids what the person agreed to lose: what was made since stays
 */
export async function discardUnsent(
  ports: MovePorts,
  goneId: string,
  ids: readonly string[],
): Promise<void> {
  await ports.locks.request(moveLockName(goneId), {}, async () => {
    await withDatabaseOf(goneId, async (db) => {
      for (const id of ids) await deleteUnsent(db, id);
    });
    await forgetIfEmpty(ports, goneId);
  });
}

async function finishMove(ports: MovePorts, move: Move): Promise<void> {
  // One tab at a time: the others find it done.
  await ports.locks.request(moveLockName(move.from), {}, async () => {
    if (!(await isMoving(move))) return;
    await withDatabaseOf(move.from, (from) =>
      withDatabaseOf(move.to, (to) => moveAll(ports, from, to)),
    );
    await forgetIfEmpty(ports, move.from);
    await endMove(move);
  });
}

async function moveAll(ports: MovePorts, from: PersonDatabase, to: PersonDatabase): Promise<void> {
  // A drainer of that account that froze, and thaws, has nothing to write any more.
  await takeFence(from, ports.clock.now());
  const { items, recordings, sounds } = await readUnsentWork(from);
  // As they were queued: of two in one lane the first stays the first.
  const ordered = items.sort((a, b) => placeOf(a) - placeOf(b));
  const alive = await stillRecorded(ports, from);
  for (const { id } of [...ordered, ...recordings, ...sounds]) {
    if (alive.has(id)) continue;
    await copyUnsent(from, to, id);
    await deleteUnsent(from, id);
  }
  await forgetCopied(to, from.personId);
}

/** What else the device keeps of an account that is gone goes with the last of its work. */
async function forgetIfEmpty(ports: MovePorts, goneId: string): Promise<void> {
  const isEmpty = await withDatabaseOf(goneId, async (db) => {
    const left = idsOf(await readUnsentWork(db));
    return left.length === 0 && (await stillRecorded(ports, db)).size === 0;
  });
  if (!isEmpty) return;
  await forgetPerson(goneId);
  await changeValues((values) => forgetNotesOf(goneId, values));
}

/** Recordings that a tab is still making: a page is kept for them when their account ends. */
async function stillRecorded({ locks }: MovePorts, db: PersonDatabase): Promise<Set<string>> {
  const alive = await recordingsNow(locks);
  // A lock is let go after its recording is sealed: what is sealed is not recorded any more.
  const unsealed = await begunRecordings(db);
  return new Set(unsealed.map(({ id }) => id).filter((id) => alive.has(id)));
}
