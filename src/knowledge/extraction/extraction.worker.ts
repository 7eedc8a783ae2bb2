// Reads one document away from the page, and ends with it: whatever a hostile file does to a reader
// happens to nobody else.
import { UnreadableDocument } from "./document-text.ts";
import { type ExtractedDocument, extract } from "./extract.ts";

export interface ExtractionOrder {
  bytes: ArrayBuffer;
  name: string;
  /** Where the news goes: pdf.js takes the worker's own messages for its own. */
  port: MessagePort;
}

export type ExtractionNews =
  | { kind: "progress"; done: number }
  | { kind: "read"; document: ExtractedDocument }
  /** `sentence`: why the file cannot be taken; null when the reader itself failed. */
  | { kind: "refused"; sentence: string | null };

addEventListener("message", ({ data }: MessageEvent<ExtractionOrder>) => {
  void read(data);
});

async function read({ bytes, name, port }: ExtractionOrder): Promise<void> {
  const tell = (news: ExtractionNews) => port.postMessage(news);
  try {
    const progress = (done: number) => tell({ kind: "progress", done });
    tell({ kind: "read", document: await extract(new Uint8Array(bytes), name, { progress }) });
  } catch (error) {
    const refused = error instanceof UnreadableDocument;
    tell({ kind: "refused", sentence: refused ? error.message : null });
  }
}
