import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase, Photo } from "./person-database.ts";

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
