import { openCamera } from "#capture/camera.ts";
import { encodePhoto } from "#capture/encode-photo.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { showError } from "#ui/toast.ts";
import { createSnap, type Snap } from "./snap.ts";
import { NOTICE_TEXTS } from "./snap-notice.ts";

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
