import type { ExtractedDocument } from "@contracts/knowledge.ts";
import { type ReadOptions, UnreadableDocument } from "./document-text.ts";
import type { ExtractionNews, ExtractionOrder } from "./extraction.worker.ts";

/** A page, or a document that reports no progress, is read for so long, in milliseconds. */
const PATIENCE = 2 * 60_000;
/** A whole document is read for so long. */
const MOST_TIME = 15 * 60_000;

/**
 * Reads a document into passages in a new worker, which ends with it, or when it takes too long.
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
    const giveUp = () => end(() => reject(new UnreadableDocument(TOO_LONG)));
    const latest = setTimeout(giveUp, MOST_TIME);
    let patience = setTimeout(giveUp, PATIENCE);
    function end(settle: () => void): void {
      clearTimeout(latest);
      clearTimeout(patience);
      signal?.removeEventListener("abort", abort);
      worker.terminate();
      news.close();
      settle();
    }
    signal?.addEventListener("abort", abort);
    worker.addEventListener("error", fail);
    news.onmessage = ({ data }: MessageEvent<ExtractionNews>) => {
      if (data.kind === "progress") {
        clearTimeout(patience);
        patience = setTimeout(giveUp, PATIENCE);
        progress?.(data.done);
      } else if (data.kind === "read") end(() => resolve(data.document));
      else end(() => reject(new UnreadableDocument(data.sentence ?? NOT_READ)));
    };
    worker.postMessage({ bytes, name, port } satisfies ExtractionOrder, [port]);
  });
}

const TOO_LONG =
  "Reading this file takes too long. Divide it into smaller documents or simplify it, and try again.";
const NOT_READ =
  "This file could not be read. Check your connection, reload the page and try again.";
