import { manualUrl } from "../../../knowledge/downloads/manual-cache.ts";
import { LATE_CODE_CACHE } from "../../../knowledge/late-code-cache.ts";
import { readDownloads } from "../../../mirror/downloads.ts";
import { readKnowledgeFile } from "../../../mirror/knowledge-files.ts";
import type { PersonDatabase } from "../../../mirror/person-database.ts";
import { loadPdfReader, openPdf, PDF_WORKER_URL } from "./open-pdf.ts";
import { pdfDataPath } from "./pdf-data-path.ts";

/**
 * Has the service worker keep what the PDFs on this device need to be read without a network: the
 * code, and the fonts and character maps that each of them asks for. Once for each file and version
 * of the app. What fails is tried again at the next start.
 */
export async function loadReaderAhead(db: PersonDatabase, signal: AbortSignal): Promise<void> {
  const pdfs = await downloadedPdfs(db);
  if (pdfs.length === 0) return;
  await untilControlled(signal);
  for (const fileId of pdfs) {
    if (signal.aborted) return;
    // Beside the code, so that it goes with it when the app is updated.
    const mark = `${manualUrl(db.personId, fileId)}/read-ahead`;
    const cache = await caches.open(LATE_CODE_CACHE);
    if ((await cache.match(mark)) !== undefined) continue;
    await readAhead(db.personId, fileId, signal);
    if (!signal.aborted) await cache.put(mark, new Response(""));
  }
}

async function downloadedPdfs(db: PersonDatabase): Promise<string[]> {
  const pdfs: string[] = [];
  for (const { fileId, state } of await readDownloads(db)) {
    if (state !== "whole") continue;
    if ((await readKnowledgeFile(db, fileId))?.kind === "pdf") pdfs.push(fileId);
  }
  return pdfs;
}

async function readAhead(personId: string, fileId: string, signal: AbortSignal): Promise<void> {
  const { version } = await loadPdfReader();
  // Asked for by name: they are loaded for some pictures only, and once in a worker's life.
  for (const address of [
    PDF_WORKER_URL,
    `${pdfDataPath(version)}wasm/openjpeg_nowasm_fallback.js`,
  ]) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} can't be loaded`);
    await response.arrayBuffer();
  }
  const pdf = await openPdf(personId, fileId);
  try {
    for (let number = 1; number <= pdf.document.numPages && !signal.aborted; number += 1) {
      const page = await pdf.document.getPage(number);
      // The text takes its fonts along, and no pictures.
      await page.getTextContent();
      page.cleanup();
    }
  } finally {
    pdf.close();
  }
}

/** Only what a controlled page asks for is kept. */
function untilControlled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const { serviceWorker } = navigator;
    if (!serviceWorker || serviceWorker.controller !== null) resolve();
    else
      serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true, signal });
  });
}
