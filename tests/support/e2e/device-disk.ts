import type { Page } from "playwright";

/**
 * The bytes that an origin may store while there is room: many times what a test leaves on the
 * device.
 */
const ROOM = 16 * 1024 * 1024;

/** The disk space of a device that one origin may use. */
export interface DeviceDisk {
  /** Uses up the space. Once it resolves, no database of the origin can store another byte. */
  fill(): Promise<void>;
  /** Makes room again: the next write succeeds. */
  empty(): Promise<void>;
}

/**
 * Controls the disk space of an origin; at first there is room. Chromium remembers for half a
 * minute how many bytes an origin may still write, and checks again only when a write needs more
 * (seen in version 156). So the write that fills the disk must ask for more than the remembered
 * value can be.
 * @param page must show the origin when the disk is filled, but not before this function resolves:
 * otherwise Chromium would remember all the free space of the machine for it
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

/** Runs in the page: stores that many bytes. @returns "stored", or the name of the error */
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
      // A blob, because Chromium counts other values by their compressed size.
      writing.objectStore("files").put(new Blob([new Uint8Array(bytes)]), 1);
    };
  });
}
