import type { PersonDatabase } from "../person-database.ts";

/** Thrown by every write of a drainer that another drainer has replaced: it must stop at once. */
export class Fenced extends Error {
  override readonly name = "Fenced";
  constructor() {
    super("another context drains the queue now");
  }
}

/**
 * Starts a term as the drainer. The first fence is the time, because a database can be deleted and
 * created again while a drainer of the deleted one is frozen: its fence must not be valid again.
 * @param now epoch ms
 * @returns the fence that every write of this term must present
 */
export async function takeFence(db: PersonDatabase, now: number): Promise<number> {
  return db.transaction("rw", db.drainer, async () => {
    const fence = ((await db.drainer.get("drainer"))?.fence ?? now) + 1;
    await db.drainer.put({ name: "drainer", fence, beatAt: now });
    return fence;
  });
}

/** Writes the drainer's heartbeat. @throws Fenced */
export async function writeHeartbeat(
  db: PersonDatabase,
  fence: number,
  now: number,
): Promise<void> {
  await db.transaction("rw", db.drainer, async () => {
    await assertFence(db, fence);
    await db.drainer.update("drainer", { beatAt: now });
  });
}

/** The drainer's last heartbeat, as a string that differs for each heartbeat. */
export async function lastHeartbeat(db: PersonDatabase): Promise<string> {
  const drainer = await db.drainer.get("drainer");
  return `${drainer?.fence} ${drainer?.beatAt}`;
}

/**
 * Checks that the fence still belongs to the caller, inside the caller's transaction. @throws
 * Fenced
 */
export async function assertFence(db: PersonDatabase, fence: number): Promise<void> {
  if ((await db.drainer.get("drainer"))?.fence !== fence) throw new Fenced();
}
