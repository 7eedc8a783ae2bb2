import type { PDFDocumentProxy } from "pdfjs-dist";
import { manualUrl, readManual } from "#knowledge/downloads/manual-cache.ts";
import { pdfDataPath } from "#knowledge/extraction/pdf/pdf-data-path.ts";
import workerUrl from "./pdf.worker.ts?worker&url";

export type PdfReader = typeof import("pdfjs-dist/legacy/build/pdf.mjs");

export interface OpenPdf {
  reader: PdfReader;
  document: PDFDocumentProxy;
  close: () => void;
}

/** The address of the code that draws pages off the main thread. */
export const PDF_WORKER_URL = workerUrl;

/** Loads the code that shows PDFs when the first PDF is opened. */
export function loadPdfReader(): Promise<PdfReader> {
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

/**
 * Opens a downloaded PDF from this device, without the network.
 * @throws if the file is not on this device or is damaged, or if the reader code is not here
 */
export async function openPdf(personId: string, fileId: string): Promise<OpenPdf> {
  const reader = await loadPdfReader();
  const port = new Worker(workerUrl, { type: "module" });
  const worker = reader.PDFWorker.create({ port });
  const data = pdfDataPath(reader.version);
  const task = reader.getDocument({
    ...(await source(personId, fileId)),
    worker,
    // Run no code of a PDF, and no WebAssembly: the Content-Security-Policy allows neither.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    // Read only the parts of the file that the visible page needs.
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
    // A worker that cannot be loaded never answers: reject on its error event.
    const broken = new Promise<never>((_, reject) => {
      port.addEventListener("error", () => reject(new Error("The PDF reader can't be started")));
    });
    return { reader, document: await Promise.race([task.promise, broken]), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The file in parts from the service worker, or whole on a page that it does not control. */
async function source(personId: string, fileId: string) {
  if (navigator.serviceWorker?.controller) return { url: manualUrl(personId, fileId) };
  const bytes = await readManual(personId, fileId);
  if (bytes === null) throw new Error("The file is not on this device");
  return { data: bytes };
}
