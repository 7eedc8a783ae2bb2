import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { changeValues, type Move } from "../mirror/device/device-database.ts";
import { forgetPerson, forgetPersonNotes } from "../mirror/device/forget-person.ts";
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
import { lanePlace } from "../mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { moveLockName } from "../platform/lock-names.ts";
import type { Ports } from "../platform/ports.ts";
import { recordingsNow } from "../platform/recording-lock.ts";

type MovePorts = Pick<Ports, "clock" | "locks">;

/**
 * Moves the unsent work of the person's earlier account on this device to the queue of their
 * present account, with the same ids. Items that had arrived before that account was deleted,
 * without the device knowing it, are first assigned to the person on the server, so that sending
 * them again changes nothing.
 *
 * Even if it is interrupted or runs in several tabs at once, every item is in exactly one queue,
 * and nothing is queued twice; the next start finishes it.
 * @returns the outcome of the request to the server; unless `ok`, nothing was moved
 * @throws when the device fails (for example a full disk); then some items may have been moved
 */
export async function takeOver(
  backend: Pick<Backend, "formerPeople">,
  ports: MovePorts,
  move: Move,
): Promise<Outcome<null>> {
  const ids = idsOf(await withDatabaseOf(move.from, readUnsentWork));
  const taken = await backend.formerPeople.takeOverLogs(move.to, ids);
  if (taken.kind !== "ok") return taken;
  await beginMove(move);
  await finishMove(ports, move);
  return taken;
}

/** Finishes interrupted moves, whoever is signed in. Needs no network. */
export async function finishMoves(ports: MovePorts): Promise<void> {
  for (const move of await readMoves()) await finishMove(ports, move);
}

/**
 * Discards unsent work of a deleted account.
 * @param ids the items that the person agreed to lose; items made since then stay
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
  // One tab at a time: the other tabs find the move finished.
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
  // After this, a frozen drainer of that account cannot write when it resumes.
  await takeFence(from, ports.clock.now());
  const { items, recordings, sounds } = await readUnsentWork(from);
  // In the order they were queued, so that each lane keeps its order.
  const ordered = items.sort((a, b) => lanePlace(a) - lanePlace(b));
  const alive = await stillRecorded(ports, from);
  for (const { id } of [...ordered, ...recordings, ...sounds]) {
    if (alive.has(id)) continue;
    await copyUnsent(from, to, id);
    await deleteUnsent(from, id);
  }
  await forgetCopied(to, from.personId);
}

/** Deletes the device's other data about a deleted account once none of its work is left. */
async function forgetIfEmpty(ports: MovePorts, goneId: string): Promise<void> {
  const isEmpty = await withDatabaseOf(goneId, async (db) => {
    const left = idsOf(await readUnsentWork(db));
    return left.length === 0 && (await stillRecorded(ports, db)).size === 0;
  });
  if (!isEmpty) return;
  await forgetPerson(goneId);
  await changeValues((values) => forgetPersonNotes(goneId, values));
}

/**
 * Recordings that a tab is still making: its page stays open for them after the account's session
 * ended.
 */
async function stillRecorded({ locks }: MovePorts, db: PersonDatabase): Promise<Set<string>> {
  const alive = await recordingsNow(locks);
  // A lock is released after its recording is sealed: a sealed recording is not in progress any
  // more.
  const unsealed = await begunRecordings(db);
  return new Set(unsealed.map(({ id }) => id).filter((id) => alive.has(id)));
}
