import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase, Photo } from "./person-database.ts";

/** Stores a photo and its item in one transaction, so that neither exists without the other. */
export async function addPhoto(db: PersonDatabase, photo: Photo, item: QueueItem): Promise<void> {
  await db.transaction("rw", db.photos, db.outbox, async () => {
    await Promise.all([db.photos.add(photo), db.outbox.add(item)]);
  });
}

/** A photo that waits or arrived recently; undefined when it is not on this device. */
export const readPhoto = (db: PersonDatabase, id: string) => db.photos.get(id);

/** The lane of a photo. Each photo has its own, so that photos do not wait for each other. */
export const laneOfPhoto = (id: string) => `photo:${id}`;
