import { manualUrl } from "#knowledge/downloads/manual-cache.ts";
import { LAZY_CHUNK_CACHE } from "#knowledge/lazy-chunk-cache.ts";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { loadPdfReader, openPdf, PDF_WORKER_URL } from "./open-pdf.ts";
import { pdfDataPath } from "./pdf-data-path.ts";

/** Longest wait for the service worker of a first visit, in milliseconds. */
const INSTALL_PATIENCE_MS = 60_000;

/** Does the same for every PDF on this device: a new version of the app may have another reader. */
export async function loadReaderAhead(db: PersonDatabase, signal: AbortSignal): Promise<void> {
  for (const { fileId, state } of await readDownloads(db)) {
    if (state === "whole" && !signal.aborted) await prepareManual(db, fileId, signal);
  }
}

/**
 * Has the service worker keep what a file in the cache needs to be read without a network: for a PDF
 * the code, and the fonts and character maps that it asks for. Once for each file and reader.
 * @throws when the code could not be fetched
 */
export async function prepareManual(
  db: PersonDatabase,
  fileId: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await readKnowledgeFile(db, fileId))?.kind !== "pdf") return;
  if (!(await isControlled(signal))) return;
  // Beside the code, so that it goes with it when another reader comes.
  const mark = `${manualUrl(db.personId, fileId)}/read-ahead`;
  const cache = await caches.open(LAZY_CHUNK_CACHE);
  if ((await cache.match(mark)) !== undefined) return;
  await fetchReader();
  await readThrough(db.personId, fileId, signal);
  if (!signal.aborted) await cache.put(mark, new Response(""));
}

async function fetchReader(): Promise<void> {
  // The largest first: what was imported in vain, a page does not import again.
  await fetchCode(PDF_WORKER_URL);
  const { version } = await loadPdfReader();
  // Asked for by name: it is loaded for some pictures only, and once in a worker's life.
  await fetchCode(`${pdfDataPath(version)}wasm/openjpeg_nowasm_fallback.js`);
}

async function fetchCode(address: string): Promise<void> {
  const response = await fetch(address);
  const isCode = response.headers.get("Content-Type")?.includes("javascript") ?? false;
  await response.arrayBuffer();
  // A page in its place is a network's login page.
  if (!response.ok || !isCode) throw new Error(`${address} can't be loaded`);
}

/** Has every page ask for what it needs. A damaged file needs nothing more. */
async function readThrough(personId: string, fileId: string, signal: AbortSignal): Promise<void> {
  const pdf = await openPdf(personId, fileId).catch(() => null);
  if (pdf === null) return;
  try {
    for (let number = 1; number <= pdf.document.numPages && !signal.aborted; number += 1) {
      const page = await pdf.document.getPage(number);
      // The text takes its fonts along, and no pictures.
      await page.getTextContent();
      page.cleanup();
    }
  } catch {
    // The reader says so of a page when somebody opens it.
  } finally {
    pdf.close();
  }
}

/**
 * Whether the service worker keeps what this page asks for. On a first visit it comes in a moment;
 * to a page that was loaded past it, never.
 */
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
