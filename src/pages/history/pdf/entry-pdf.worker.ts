/// <reference lib="webworker" />
import { type PdfReply, type PrintedEntry, pdfOf } from "./entry-pdf.ts";

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", async ({ data }: MessageEvent<PrintedEntry>) => {
  let reply: PdfReply;
  try {
    reply = { file: await pdfOf(data) };
  } catch (error) {
    reply = { error: error instanceof Error ? error.message : "The PDF file failed" };
  }
  self.postMessage(reply);
});
