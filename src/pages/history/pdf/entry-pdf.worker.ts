/// <reference lib="webworker" />
import { createEntryPdf, type PdfReply, type PrintedEntry } from "./entry-pdf.ts";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", async ({ data }: MessageEvent<PrintedEntry>) => {
  let reply: PdfReply;
  try {
    reply = { file: await createEntryPdf(data) };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : "The PDF file failed" };
  }
  self.postMessage(reply);
});
