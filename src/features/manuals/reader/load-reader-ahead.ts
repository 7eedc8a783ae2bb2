import { LAZY_CHUNK_CACHE, manualUrl } from "#knowledge/downloads/manual-cache.ts";
import { pdfDataPath } from "#knowledge/extraction/pdf/pdf-data-path.ts";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { loadPdfReader, openPdf, PDF_WORKER_URL } from "./open-pdf.ts";

/** Longest wait for the service worker on a first visit, in milliseconds. */
const INSTALL_PATIENCE_MS = 60_000;

/** Prepares every PDF on this device anew: a new version of the app may have another reader. */
export async function loadReaderAhead(db: PersonDatabase, signal: AbortSignal): Promise<void> {
  for (const { fileId, state } of await readDownloads(db)) {
    if (state === "whole" && !signal.aborted) await prepareManual(db, fileId, signal);
  }
}

/**
 * Makes the service worker cache the reader's code, and the fonts that a downloaded PDF uses.
 * @throws if the code could not be fetched
 */
export async function prepareManual(
  db: PersonDatabase,
  fileId: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await readKnowledgeFile(db, fileId))?.kind !== "pdf") return;
  if (!(await isControlled(signal))) return;
  // The mark is stored in the same cache as the code, so that both are deleted together when a new
  // reader version arrives.
  const mark = `${manualUrl(db.personId, fileId)}/read-ahead`;
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  if ((await cache.match(mark)) !== undefined) return;
  await fetchReader();
  await readThrough(db.personId, fileId, signal);
  if (!signal.aborted) await cache.put(mark, new Response(""));
}

async function fetchReader(): Promise<void> {
  // Fetch the worker, the largest file, before the import: a fetch can be repeated after a lost
  // connection, but a page cannot repeat a failed import.
  await fetchCode(PDF_WORKER_URL);
  const { version } = await loadPdfReader();
  // Fetched by its name: the reader loads it only for some pictures, and only once in a worker's
  // life.
  await fetchCode(`${pdfDataPath(version)}wasm/openjpeg_nowasm_fallback.js`);
}

async function fetchCode(address: string): Promise<void> {
  const response = await fetch(address);
  const isCode = response.headers.get("Content-Type")?.includes("javascript") ?? false;
  await response.arrayBuffer();
  // Another content type is the login page of a network.
  if (!response.ok || !isCode) throw new Error(`${address} can't be loaded`);
}

/** Opens every page, so that its fonts and character maps are fetched; skips a damaged file. */
async function readThrough(personId: string, fileId: string, signal: AbortSignal): Promise<void> {
  const pdf = await openPdf(personId, fileId).catch(() => null);
  if (pdf === null) return;
  try {
    for (let number = 1; number <= pdf.document.numPages && !signal.aborted; number += 1) {
      const page = await pdf.document.getPage(number);
      // The text content loads the fonts of the page, but no pictures.
      await page.getTextContent();
      page.cleanup();
    }
  } catch {
    // The reader shows this error when somebody opens the page.
  } finally {
    pdf.close();
  }
}

/** Whether the service worker handles this page's requests: on a first visit after a moment. */
async function isControlled(signal: AbortSignal): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return false;
  if (serviceWorker.controller !== null) return true;
  const registration = await serviceWorker.getRegistration();
  if (registration?.active?.state === "activated") return serviceWorker.controller !== null;
  await new Promise<void>((resolve) => {
    const done = () => resolve();
    serviceWorker.addEventListener("controllerchange", done, { once: true });
    signal.addEventListener("abort", done, { once: true });
    setTimeout(done, INSTALL_PATIENCE_MS);
  });
  return serviceWorker.controller !== null;
}
