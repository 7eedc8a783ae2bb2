import type { QueueItem } from "@contracts/queue-item.ts";
import { UNTRIED } from "../mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { addPhoto, laneOfPhoto } from "../mirror/person/photos.ts";
import { makingRoom } from "../mirror/person/recordings/make-room.ts";
import type { Ports } from "../platform/ports.ts";

/** A photo to send: a JPEG, its size in pixels, and the person's note. */
export interface PhotoToQueue {
  bytes: ArrayBuffer;
  width: number;
  height: number;
  /** When it was taken or chosen, epoch ms. */
  capturedAt: number;
  /** Blank when the person wrote none. */
  note: string;
}

/**
 * Queues a photo. Once this resolves, it is safe on the device.
 * @returns the id of the item, its photo and its history row
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is stored
 */
export async function queuePhoto(
  db: PersonDatabase,
  ports: Ports,
  photo: PhotoToQueue,
): Promise<string> {
  const { bytes, width, height, capturedAt } = photo;
  const id = ports.newId();
  const note = photo.note.trim();
  const item: QueueItem = {
    id,
    lane: laneOfPhoto(id),
    capturedAt,
    size: bytes.byteLength,
    payload: { kind: "photo", note: note === "" ? null : note },
    ...UNTRIED,
  };
  await makingRoom(db, () => addPhoto(db, { id, bytes, width, height, capturedAt }, item));
  return id;
}
