import type { PdfReply, PrintedEntry } from "./entry-pdf.ts";
import workerAddress from "./entry-pdf.worker.ts?worker&url";

/**
 * Lets the device keep what makes PDF files, without running it, so that it works without a network
 * from then on.
 */
export async function keepPdfMaker(): Promise<void> {
  // Without a network it is tried again on the next visit.
  await fetch(workerAddress).catch(() => {});
}

/** Makes a PDF file of an entry, in a worker. @throws when the device does not have the code yet */
export function makeEntryPdf(entry: PrintedEntry): Promise<Blob> {
  const worker = new Worker(workerAddress, { type: "module" });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<PdfReply>) => {
      if ("file" in data) resolve(data.file);
      else reject(new Error(data.error));
    });
    worker.addEventListener("error", () => reject(new Error("The code can't be loaded")));
    worker.postMessage(entry);
  }).finally(() => worker.terminate());
}
