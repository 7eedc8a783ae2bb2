import { vi } from "vitest";
import type { Locks } from "#platform/ports.ts";
import { Disk } from "../faults/disk.ts";
import { Life } from "../faults/life.ts";
import { mortalLocks } from "../faults/mortal-locks.ts";
import { mortalStorage } from "../faults/mortal-storage.ts";
import { inPage } from "../faults/page-storage.ts";
import { Turns } from "../faults/turns.ts";

/** The functions with which a page handles deleted accounts, on the page's own device database. */
export interface PageModules {
  takeOver: typeof import("#outbox/take-over.ts").takeOver;
  finishMoves: typeof import("#outbox/take-over.ts").finishMoves;
  discardUnsent: typeof import("#outbox/take-over.ts").discardUnsent;
  askForFormerWork: typeof import("#sync/pull/former-people.ts").askForFormerWork;
  unsentOfPredecessors: typeof import("#mirror/device/unsent-work.ts").unsentOfPredecessors;
  readUnsentWork: typeof import("#mirror/device/unsent-work.ts").readUnsentWork;
  withDatabaseOf: typeof import("#mirror/device/seen-people.ts").withDatabaseOf;
  moves: () => Promise<unknown[]>;
  locks: Locks;
  close: () => void;
}

/** Loads the app's modules again, as a newly opened page does. */
export async function loadPage(locks: Locks): Promise<PageModules> {
  vi.resetModules();
  const { takeOver, finishMoves, discardUnsent } = await import("#outbox/take-over.ts");
  const { askForFormerWork } = await import("#sync/pull/former-people.ts");
  const { unsentOfPredecessors, readUnsentWork } = await import("#mirror/device/unsent-work.ts");
  const { withDatabaseOf } = await import("#mirror/device/seen-people.ts");
  const { readMoves } = await import("#mirror/device/moves.ts");
  const { deviceDatabase } = await import("#mirror/device/device-database.ts");
  const close = () => deviceDatabase.close();
  return {
    takeOver,
    finishMoves,
    discardUnsent,
    askForFormerWork,
    unsentOfPredecessors,
    readUnsentWork,
    withDatabaseOf,
    moves: readMoves,
    locks,
    close,
  };
}

/**
 * Runs `work` in a page that dies at a crash point: crash points are before every operation of a
 * writing transaction, and right after each commit.
 * @param point the number of the crash point, from 1
 * @returns whether the page died, and the crash points that it passed
 */
export async function dieAt(
  point: number,
  locks: Locks,
  work: (page: PageModules) => Promise<unknown>,
): Promise<{ died: boolean; points: readonly string[] }> {
  const life = new Life();
  const activity = { count: 0 };
  const storage = mortalStorage({ life, activity, disk: new Disk(), turns: new Turns() });
  return inPage(storage.factory, async () => {
    const page = await loadPage(mortalLocks(locks, life));
    life.onDeath(page.close);
    life.at(point, () => life.die());
    const failed = await Promise.race([
      work(page).then(
        () => null,
        (error: unknown) => error,
      ),
      life.ended.then(() => null),
    ]);
    if (life.alive && failed !== null) throw failed;
    page.close();
    // Transactions under way are aborted in the event loop turns after the death.
    for (let turn = 0; turn < 20 || activity.count > 0; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { died: !life.alive, points: life.points };
  });
}
