import { openCamera } from "#capture/camera.ts";
import { encodePhoto } from "#capture/encode-photo.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queuePhoto } from "#outbox/photos.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { showError } from "#ui/toast.ts";
import { createSnap, type Snap } from "./snap.ts";
import { NOTICE_WORDS } from "./snap-notice.ts";

/** By mirror, not by page: a photo that was taken outlives the page that was left. */
const snaps = new WeakMap<PersonDatabase, Snap>();

/** The one photo in the making of a person in this tab. */
export function snapOf(db: PersonDatabase): Snap {
  const existing = snaps.get(db);
  if (existing !== undefined) return existing;
  const created = createSnap({
    openCamera: () => openCamera(),
    encode: encodePhoto,
    queue(photo) {
      // Refused or failed, the photo is kept all the same, only less surely.
      askToPersist().catch(() => undefined);
      return queuePhoto(db, browserPorts, photo);
    },
    notify(notice) {
      const { title, message } = NOTICE_WORDS[notice];
      showError(title, message);
    },
    now: browserPorts.clock.now,
    shown: shownPhoto(`snap-photo-${db.personId}`),
  });
  snaps.set(db, created);
  return created;
}

/** For the tab: another has another photo. */
function shownPhoto(key: string) {
  return {
    read: () => sessionStorage.getItem(key),
    write(id: string | null) {
      if (id === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, id);
    },
  };
}
