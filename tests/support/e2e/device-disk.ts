import type { Page } from "playwright";

/** What an origin may store while there is room, bytes: many times what a test leaves on the device. */
const ROOM = 16 * 1024 * 1024;

/** The disk of a device, as far as one origin may use it. */
export interface DeviceDisk {
  /** Leaves no room. From when it resolves, no database of the origin takes another byte. */
  fill(): Promise<void>;
  /** Makes room again: the next write goes through. */
  empty(): Promise<void>;
}

/**
 * Begins with room. Chromium remembers for half a minute how many bytes an origin may still write, and
 * asks again only for more than that (seen in 156): what fills the disk must want more than there can be.
 * @param page shows the origin by the time the disk is filled, and nothing of it before this resolves:
 *   what it had stored by then would be remembered with all the room of the machine
 */
export async function diskOf(page: Page, origin: string): Promise<DeviceDisk> {
  const session = await page.context().newCDPSession(page);
  const limit = async (quotaSize: number) => {
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
  };
  const empty = () => limit(ROOM);
  await empty();
  return {
    empty,
    async fill() {
      await limit(1);
      const end = await page.evaluate(store, ROOM);
      if (end !== "QuotaExceededError") throw new Error(`The disk is not full: ${end}`);
    },
  };
}

/** Runs in the page. @returns "stored", or the name of the error that kept it from being stored */
function store(bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("disk");
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const writing = db.transaction("files", "readwrite");
      const end = (how: string) => {
        db.close();
        resolve(how);
      };
      writing.oncomplete = () => end("stored");
      writing.onabort = () => end(String(writing.error?.name));
      // A blob, because other values are counted as they are compressed.
      writing.objectStore("files").put(new Blob([new Uint8Array(bytes)]), 1);
    };
  });
}
