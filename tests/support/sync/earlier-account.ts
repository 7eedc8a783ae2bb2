import { vi } from "vitest";
import type { Locks } from "#platform/ports.ts";
import { Disk } from "../faults/disk.ts";
import { Life, mortalLocks } from "../faults/life.ts";
import { mortalStorage } from "../faults/mortal-storage.ts";
import { inPage } from "../faults/page-storage.ts";
import { Turns } from "../faults/turns.ts";

/**
 * Loads the app's modules again, as a newly opened page does: those with which it handles deleted
 * accounts, on its own device database.
 */
export async function loadPage(locks: Locks) {
  vi.resetModules();
  const { deviceDatabase } = await import("#mirror/device/device-database.ts");
  return {
    ...(await import("#outbox/take-over.ts")),
    ...(await import("#sync/pull/former-people.ts")),
    ...(await import("#mirror/device/unsent-work.ts")),
    ...(await import("#mirror/device/seen-people.ts")),
    ...(await import("#mirror/device/moves.ts")),
    locks,
    close: () => deviceDatabase.close(),
  };
}
export type PageModules = Awaited<ReturnType<typeof loadPage>>;

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
