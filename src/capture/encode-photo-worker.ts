// Where photos are encoded: a worker, so that no tap waits for it.
import { compressPhoto, type PhotoEncoding, type PhotoSource } from "./compress-photo.ts";

/** `failed`: the worker could not; the page has to try. */
export type PhotoWorkerReply = PhotoEncoding | { kind: "failed" };

addEventListener("message", async ({ data }: MessageEvent<PhotoSource>) => {
  const reply: PhotoWorkerReply = await compressPhoto(data).catch(() => ({ kind: "failed" }));
  postMessage(reply);
});
