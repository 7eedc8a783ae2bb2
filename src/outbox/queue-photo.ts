import type { QueueItem } from "@contracts/queue-item.ts";
import { UNTRIED } from "../mirror/person/outbox/lanes.ts";
import type { PersonDatabase, Photo } from "../mirror/person/person-database.ts";
import { addPhoto, laneOfPhoto } from "../mirror/person/photos.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";
import { withJob } from "./chosen-job.ts";

/** A photo to send, and the person's note, which is blank when they wrote none. */
export type PhotoToQueue = Omit<Photo, "id"> & { note: string };

/**
 * Queues a photo. Once this resolves, it is safe on the device.
 * @returns the id of the item, its photo and its history row
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is stored
 */
export async function queuePhoto(
  db: PersonDatabase,
  ports: Ports,
  { note: written, ...photo }: PhotoToQueue,
): Promise<string> {
  const id = ports.newId();
  const note = written.trim();
  const job = await withJob(db, ports.clock.now());
  const item: QueueItem = {
    id,
    lane: laneOfPhoto(id),
    capturedAt: photo.capturedAt,
    size: photo.bytes.byteLength,
    payload: { kind: "photo", ...job, note: note === "" ? null : note },
    ...UNTRIED,
  };
  await makingRoom(db, () => addPhoto(db, { id, ...photo }, item));
  return id;
}
