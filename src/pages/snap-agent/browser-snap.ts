import { openCamera } from "#capture/camera.ts";
import { encodePhoto } from "#capture/encode-photo.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { showError } from "#ui/toast.ts";
import { createSnap, type Snap, type SnapNotice } from "./snap.ts";

/** The titles and messages of the notices; all of them report a failure. */
const NOTICES: Readonly<Record<SnapNotice, [title: string, message: string]>> = {
  camera: ["Camera Error", "Failed to access camera"],
  heic: [
    "Processing Error",
    "This browser can't read HEIC photos. Take the photo here, or save it as JPEG.",
  ],
  unreadable: [
    "Processing Error",
    "This file is not a photo that can be read. Choose a JPEG or PNG image.",
  ],
  failed: ["Processing Error", "Failed to process image"],
  "out-of-space": [
    "This device is out of space",
    "The photo could not be saved. Free some space and try again.",
  ],
};

/** One per mirror and not per page: a photo must stay after its page is left. */
const snaps = new WeakMap<PersonDatabase, Snap>();

/** The current photo of a person in this tab. */
export function openSnap(db: PersonDatabase): Snap {
  const existing = snaps.get(db);
  if (existing !== undefined) return existing;
  const key = `snap-photo-${db.personId}`;
  const created = createSnap({
    openCamera,
    encode: encodePhoto,
    queue(photo) {
      // If the browser refuses, the photo is stored all the same, but the browser may delete it.
      askToPersist().catch(() => undefined);
      return queuePhoto(db, browserPorts, photo);
    },
    notify: (notice) => showError(...NOTICES[notice]),
    now: browserPorts.clock.now,
    // Kept per tab: another tab shows another photo.
    shown: {
      read: () => sessionStorage.getItem(key),
      write: (id) =>
        id === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, id),
    },
  });
  snaps.set(db, created);
  return created;
}
