import type { QueueItem } from "@contracts/queue-item.ts";
import { LAST_ID } from "./lanes.ts";
import type { PersonDatabase, Photo } from "./person-database.ts";

/** Photos kept after their arrival, newest first. Those that wait are not counted, and never pruned. */
export const PHOTOS_KEPT = 100;

/** How many of the oldest photos are looked at together, beside those that are to go. */
const GLANCE = 4;

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

/** Deletes the oldest photos that arrived, beyond those that are kept. Inside the caller's transaction. */
export async function pruneArrivedPhotos(db: PersonDatabase): Promise<void> {
  const itemsOfPhotos = db.outbox.where("[lane+id]").between([LANE, ""], [`${LANE}${LAST_ID}`, ""]);
  const [all, unsent] = await Promise.all([db.photos.count(), itemsOfPhotos.count()]);
  const surplus = all - unsent - PHOTOS_KEPT;
  const pruned: string[] = [];
  // The oldest have mostly arrived: all of them need not be looked at after every arrival.
  for (let seen = 0; pruned.length < surplus && seen < all; seen += surplus + GLANCE) {
    const oldest = db.photos
      .orderBy("capturedAt")
      .offset(seen)
      .limit(surplus + GLANCE);
    const ids = await oldest.primaryKeys();
    const items = await db.outbox.bulkGet(ids);
    pruned.push(...ids.filter((_, index) => items[index] === undefined));
  }
  if (surplus > 0) await db.photos.bulkDelete(pruned.slice(0, surplus));
}
