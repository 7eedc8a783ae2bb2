import { PICTURE_SOURCES } from "./pictures.ts";

/**
 * Loads the pictures of the guides that this device does not have yet, one after the other. The
 * service worker keeps them, so that the guides are whole without a network too.
 */
export async function keepGuidePictures(signal: AbortSignal): Promise<void> {
  for (const source of PICTURE_SOURCES) {
    if (await caches.match(source)) continue;
    await fetch(source, { signal });
  }
}
