import { compressPhoto, type PhotoEncoding, type PhotoSource } from "./compress-photo.ts";
import type { PhotoWorkerReply } from "./encode-photo-worker.ts";

/**
 * Prepares a photo for sending, in a worker if possible: at most 1600 px and about 350 kB.
 * @throws when the browser can't encode, for example when it is out of memory
 */
export async function encodePhoto(source: PhotoSource): Promise<PhotoEncoding> {
  if (typeof OffscreenCanvas !== "undefined") {
    const reply = await encodeInWorker(source);
    if (reply.kind !== "failed") {
      if (source instanceof ImageBitmap) source.close();
      return reply;
    }
  }
  return compressPhoto(source);
}

function encodeInWorker(source: PhotoSource): Promise<PhotoWorkerReply> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./encode-photo-worker.ts", import.meta.url), {
      type: "module",
    });
    const end = (reply: PhotoWorkerReply) => {
      worker.terminate();
      resolve(reply);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<PhotoWorkerReply>) => end(data));
    // The worker could not be loaded, or ran out of memory.
    worker.addEventListener("error", () => end({ kind: "failed" }));
    // Copied, not transferred: the page may have to encode it itself.
    worker.postMessage(source);
  });
}
