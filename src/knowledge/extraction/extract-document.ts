import { type ReadOptions, UnreadableDocument } from "./document-text.ts";
import type { ExtractedDocument } from "./extract.ts";
import type { ExtractionNews, ExtractionOrder } from "./extraction.worker.ts";

/**
 * Reads a document into passages in a new worker.
 * @param bytes are copied; the caller keeps them
 * @param name the file's name: its extension is checked against the content
 * @throws UnreadableDocument with a sentence for the person; the signal's reason when it is aborted
 */
export function extractDocument(
  bytes: ArrayBuffer,
  name: string,
  { signal, progress }: ReadOptions = {},
): Promise<ExtractedDocument> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const worker = new Worker(new URL("./extraction.worker.ts", import.meta.url), {
      type: "module",
    });
    const { port1: news, port2: port } = new MessageChannel();
    const abort = () => end(() => reject(signal?.reason));
    const fail = () => end(() => reject(new UnreadableDocument(NOT_READ)));
    function end(settle: () => void): void {
      signal?.removeEventListener("abort", abort);
      worker.terminate();
      news.close();
      settle();
    }
    signal?.addEventListener("abort", abort);
    worker.addEventListener("error", fail);
    news.onmessage = ({ data }: MessageEvent<ExtractionNews>) => {
      if (data.kind === "progress") progress?.(data.done);
      else if (data.kind === "read") end(() => resolve(data.document));
      else end(() => reject(new UnreadableDocument(data.sentence ?? NOT_READ)));
    };
    worker.postMessage({ bytes, name, port } satisfies ExtractionOrder, [port]);
  });
}

const NOT_READ =
  "This file could not be read. Check your connection, reload the page and try again.";
