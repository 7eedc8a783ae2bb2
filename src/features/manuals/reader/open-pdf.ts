import type { PDFDocumentProxy } from "pdfjs-dist";
import { manualUrl, readManual } from "#knowledge/downloads/manual-cache.ts";
import workerUrl from "./pdf.worker.ts?worker&url";
import { pdfDataPath } from "./pdf-data-path.ts";

export type PdfReader = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

export interface OpenPdf {
  reader: PdfReader;
  document: PDFDocumentProxy;
  close: () => void;
}

/** Where the code is that draws pages off the main thread. */
export const PDF_WORKER_URL = workerUrl;

/** The code that shows PDFs, loaded when the first one is opened. */
export function loadPdfReader(): Promise<PdfReader> {
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

/**
 * Opens a downloaded PDF, from the device alone.
 * @throws when it is not there, is damaged, or the code for it is not on this device
 */
export async function openPdf(personId: string, fileId: string): Promise<OpenPdf> {
  const reader = await loadPdfReader();
  const port = new Worker(workerUrl, { type: "module" });
  const worker = reader.PDFWorker.create({ port });
  const data = pdfDataPath(reader.version);
  const task = reader.getDocument({
    ...(await source(personId, fileId)),
    worker,
    // No part of a PDF is ever run, nor is WebAssembly: the pages' policy allows neither.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    // What is on no screen is not read: parts of a file are asked for as they are needed.
    disableAutoFetch: true,
    disableStream: true,
    standardFontDataUrl: `${data}standard_fonts/`,
    cMapUrl: `${data}cmaps/`,
    wasmUrl: `${data}wasm/`,
    useWorkerFetch: true,
    verbosity: 0,
  });
  const close = () => {
    reader.TextLayer.cleanup();
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  try {
    // A worker that can't be loaded never answers.
    const broken = new Promise<never>((_, reject) => {
      port.addEventListener("error", () => reject(new Error("The PDF reader can't be started")));
    });
    return { reader, document: await Promise.race([task.promise, broken]), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The service worker answers for the file in parts; a page it does not control reads it whole. */
async function source(personId: string, fileId: string) {
  if (navigator.serviceWorker?.controller) return { url: manualUrl(personId, fileId) };
  const bytes = await readManual(personId, fileId);
  if (bytes === null) throw new Error("The file is not on this device");
  return { data: bytes };
}
