// Encodes photos in a worker, so that the page stays responsive.
import { compressPhoto, type PhotoEncoding, type PhotoSource } from "./compress-photo.ts";

/** `failed`: the worker could not encode it, so the page has to try. */
export type PhotoWorkerReply = PhotoEncoding | { kind: "failed" };

addEventListener("message", async ({ data }: MessageEvent<PhotoSource>) => {
  const reply: PhotoWorkerReply = await compressPhoto(data).catch(() => ({ kind: "failed" }));
  postMessage(reply);
});
