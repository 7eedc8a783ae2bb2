import type { PersonDatabase, QueueReport } from "../person-database.ts";

/**
 * How many items wait on this device, and since when. None until the oldest is that old (ms).
 * @param now epoch ms
 */
export async function readQueue(
  db: PersonDatabase,
  age: number,
  now: number,
): Promise<Pick<QueueReport, "waiting" | "oldest">> {
  const [waiting, first] = await db.transaction("r", db.outbox, () =>
    Promise.all([db.outbox.count(), db.outbox.orderBy("id").first()]),
  );
  const oldest = Number(first?.capturedAt);
  return now - oldest >= age
    ? { waiting, oldest: new Date(oldest).toISOString() }
    : { waiting: 0, oldest: null };
}
