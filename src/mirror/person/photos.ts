import type { QueueItem } from "@contracts/queue-item.ts";
import { assertFence } from "./outbox/fencing.ts";
import type { PersonDatabase, Photo } from "./person-database.ts";

/** Photos kept after their arrival, newest first. Those that wait are not counted, and never pruned. */
export const PHOTOS_KEPT = 100;

/** How the lanes of photos begin. */
const LANE = "photo:";

/** Puts a photo and its item in the queue, together: there is never one without the other. */
export async function addPhoto(db: PersonDatabase, photo: Photo, item: QueueItem): Promise<void> {
  await db.transaction("rw", db.photos, db.outbox, async () => {
    await db.photos.add(photo);
    await db.outbox.add(item);
  });
}

/** A photo that waits or arrived lately; undefined when it is not on this device. */
export function readPhoto(db: PersonDatabase, id: string): Promise<Photo | undefined> {
  return db.photos.get(id);
}

/** Photos do not wait for each other: each is a lane of its own. */
export function laneOfPhoto(id: string): string {
  return `${LANE}${id}`;
}

/** Deletes the oldest photos that arrived, beyond those that are kept. @throws Fenced */
export async function pruneArrivedPhotos(db: PersonDatabase, fence: number): Promise<void> {
  await db.transaction("rw", db.photos, db.outbox, db.drainer, async () => {
    const [photos, items] = await Promise.all([
      db.photos.orderBy("capturedAt").primaryKeys(),
      db.outbox.toCollection().primaryKeys(),
      assertFence(db, fence),
    ]);
    const waiting = new Set(items);
    const arrived = photos.filter((id) => !waiting.has(id));
    await db.photos.bulkDelete(arrived.slice(0, -PHOTOS_KEPT));
  });
}
