import type { TakeTurn } from "../moonshine.ts";
import type { FilePart, ModelManifest } from "./manifest.ts";
import {
  changeModelCache,
  completeModel,
  keepOnly,
  manifestIn,
  missingParts,
  unpacked,
} from "./model-store.ts";

/** Parts that are fetched at a time. */
const AT_ONCE = 2;
/** A connection that brings nothing for this long is given up, in milliseconds. */
const STALLED_MS = 30_000;

/** Thrown when the server does not have the model any more: it has another version of the app. */
export class ModelReplaced extends Error {
  override readonly name = "ModelReplaced";
}

export interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the bytes that are here, of the manifest's `bytes`; at first with those kept. */
  onProgress: (received: number) => void;
  /** Resolves when another attempt may succeed after so many failures, or when the signal aborts. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>;
  /** Called before each part. */
  takeTurn?: TakeTurn;
}

/**
 * Fetches and checks a model's missing parts, in one tab; an earlier model stays until then.
 * @throws ModelReplaced; the signal's reason when it is aborted; a DOMException named
 * `QuotaExceededError` when the device is full
 */
export async function downloadModel(
  manifest: ModelManifest,
  options: DownloadOptions,
): Promise<void> {
  await changeModelCache(async (cache) => {
    const before = await manifestIn(cache);
    // Parts of a model that somebody began to fetch and did not want any more.
    await keepOnly(cache, before === null ? [manifest] : [before, manifest]);
    await fetchParts(cache, manifest, options);
    options.signal.throwIfAborted();
    await completeModel(cache, manifest);
  }, options.signal);
}

async function fetchParts(
  cache: Cache,
  manifest: ModelManifest,
  { signal, onProgress, pause, takeTurn = () => {} }: DownloadOptions,
): Promise<void> {
  const missing = await missingParts(cache, manifest);
  let kept = manifest.bytes - missing.reduce((sum, { bytes }) => sum + bytes, 0);
  /** The bytes of the parts under way. */
  const coming = new Map<FilePart, number>();
  const reportProgress = () =>
    onProgress([...coming.values()].reduce((sum, bytes) => sum + bytes, kept));
  reportProgress();
  const stop = stoppedBy(signal);
  let failures = 0;

  async function fetchNext(): Promise<void> {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const packed = await fetched(part);
      await cache.put(part.path, new Response(packed));
      coming.delete(part);
      kept += part.bytes;
      reportProgress();
    }
  }

  async function fetched(part: FilePart): Promise<Blob> {
    for (;;) {
      await takeTurn();
      stop.signal.throwIfAborted();
      const packed = await fetchPart(part, stop.signal, (bytes) => {
        coming.set(part, Math.min(bytes, part.bytes));
        reportProgress();
      });
      if (packed !== null) {
        failures = 0;
        return packed;
      }
      coming.delete(part);
      reportProgress();
      failures += 1;
      await pause(failures, stop.signal);
    }
  }

  // The first failure ends the other fetches, whose errors are consequences.
  const fetches = Array.from({ length: AT_ONCE }, () => fetchNext().catch(stop.abort));
  await Promise.all(fetches);
  stop.release();
  stop.signal.throwIfAborted();
}

/**
 * @returns the compressed part; null when it did not arrive, or is not what it should be
 * @throws ModelReplaced; the signal's reason when it is aborted
 */
async function fetchPart(
  { path, sha256 }: FilePart,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob | null> {
  const stop = stoppedBy(signal);
  const stalled = () => stop.abort(new Error("No byte for a long time"));
  let timer = setTimeout(stalled, STALLED_MS);
  try {
    // The browser's own cache would keep the model a second time.
    const response = await fetch(path, { cache: "no-store", signal: stop.signal });
    if (response.status === 404 || response.status === 410) throw new ModelReplaced();
    if (!response.ok || response.body === null) return null;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(stalled, STALLED_MS);
      pieces.push(next.value);
      bytes += next.value.length;
      onProgress(bytes);
    }
    const packed = new Blob(pieces);
    return (await computeHash(await unpacked(packed))) === sha256 ? packed : null;
  } catch (error) {
    if (error instanceof ModelReplaced) throw error;
    signal.throwIfAborted();
    return null;
  } finally {
    clearTimeout(timer);
    stop.release();
  }
}

async function computeHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A controller that is aborted with a signal, until it is released. */
function stoppedBy(signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    abort: (reason: unknown) => controller.abort(reason),
    release: () => signal.removeEventListener("abort", abort),
  };
}
