// Reads one document in a worker that ends afterwards: a hostile file can harm only this worker.

import type { ExtractedDocument } from "@contracts/knowledge.ts";
import { UnreadableDocument } from "./document-text.ts";
import { extract } from "./extract.ts";

export interface ExtractionOrder {
  bytes: ArrayBuffer;
  name: string;
  /** The port for the worker's replies, because pdf.js handles the worker's own messages itself. */
  port: MessagePort;
}

export type ExtractionNews =
  | { kind: "progress"; done: number }
  | { kind: "read"; document: ExtractedDocument }
  /** `sentence`: why the file cannot be taken; null when the reader itself failed. */
  | { kind: "refused"; sentence: string | null };

addEventListener("message", async ({ data }: MessageEvent<ExtractionOrder>) => {
  const { bytes, name, port } = data;
  const post = (news: ExtractionNews) => port.postMessage(news);
  try {
    const progress = (done: number) => post({ kind: "progress", done });
    post({ kind: "read", document: await extract(new Uint8Array(bytes), name, { progress }) });
  } catch (error) {
    const refused = error instanceof UnreadableDocument;
    post({ kind: "refused", sentence: refused ? error.message : null });
  }
});
