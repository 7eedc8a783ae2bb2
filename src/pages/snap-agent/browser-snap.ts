import { openCamera } from "#capture/camera.ts";
import { encodePhoto } from "#capture/encode-photo.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { showError } from "#ui/toast.ts";
import { createSnap, type Snap } from "./snap.ts";

/** The texts of the notices; all of them report a failure. */
const NOTICE_TEXTS: Readonly<Record<SnapNotice, { title: string; message: string }>> = {
  camera: { title: "Camera Error", message: "Failed to access camera" },
  heic: {
    title: "Processing Error",
    message: "This browser can't read HEIC photos. Take the photo here, or save it as JPEG.",
  },
  unreadable: {
    title: "Processing Error",
    message: "This file is not a photo that can be read. Choose a JPEG or PNG image.",
  },
  failed: { title: "Processing Error", message: "Failed to process image" },
  "out-of-space": {
    title: "This device is out of space",
    message: "The photo could not be saved. Free some space and try again.",
  },
};

/** One per mirror and not per page: a photo must stay after its page is left. */
const snaps = new WeakMap<PersonDatabase, Snap>();

/** The current photo of a person in this tab. */
export function openSnap(db: PersonDatabase): Snap {
  const existing = snaps.get(db);
  if (existing !== undefined) return existing;
  const created = createSnap({
    openCamera: () => openCamera(),
    encode: encodePhoto,
    queue(photo) {
      // If the browser refuses, the photo is stored all the same, but the browser may delete it.
      askToPersist().catch(() => undefined);
      return queuePhoto(db, browserPorts, photo);
    },
    notify(notice) {
      const { title, message } = NOTICE_TEXTS[notice];
      showError(title, message);
    },
    now: browserPorts.clock.now,
    shown: shownPhoto(`snap-photo-${db.personId}`),
  });
  snaps.set(db, created);
  return created;
}

/** Stored per tab: another tab shows another photo. */
function shownPhoto(key: string) {
  return {
    read: () => sessionStorage.getItem(key),
    write(id: string | null) {
      if (id === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, id);
    },
  };
}

/** A notice about a photo. */
export type SnapNotice =
  /** There is no camera, it cannot be used, or the system took it away. */
  "camera" | "heic" | "unreadable" | "failed" | "out-of-space";
