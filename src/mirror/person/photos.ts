import type { QueueItem } from "@contracts/queue-item.ts";
import { assertFence } from "./outbox/fencing.ts";
import type { PersonDatabase, Photo } from "./person-database.ts";

/**
 * Number of photos that are kept after their arrival, newest first. Waiting photos do not count,
 * and are never deleted.
 */
export const PHOTOS_KEPT = 100;

/** Prefix of the lanes of photos. */
const LANE = "photo:";

/** Stores a photo and its item in one transaction, so that neither exists without the other. */
export async function addPhoto(db: PersonDatabase, photo: Photo, item: QueueItem): Promise<void> {
  await db.transaction("rw", db.photos, db.outbox, async () => {
    await Promise.all([db.photos.add(photo), db.outbox.add(item)]);
  });
}

/** A photo that waits or arrived recently; undefined when it is not on this device. */
export function readPhoto(db: PersonDatabase, id: string): Promise<Photo | undefined> {
  return db.photos.get(id);
}

/** The lane of a photo. Each photo has its own, so that photos do not wait for each other. */
export function laneOfPhoto(id: string): string {
  return `${LANE}${id}`;
}

/** Deletes the oldest arrived photos beyond `PHOTOS_KEPT`. @throws Fenced */
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
