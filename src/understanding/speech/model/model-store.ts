import {
  type FilePart,
  type ModelFileName,
  type ModelManifest,
  RUNTIME_VERSION,
} from "./manifest.ts";

export type { ModelSize } from "./manifest.ts";

/** The cache of the model, one for all people of a device. */
const CACHE = "field-agents-speech-model";

/** Where the manifest of the complete model is kept. Another shape of it needs another name. */
const MANIFEST_PATH = "/models/kept-1";

/** Held by the one context that changes the cache. */
const LOCK = "field-agents-speech-model";

/** The complete model on this device; null when there is none that this version can use. */
export async function readStoredModel() {
  const manifest = await readStoredManifest();
  if (manifest?.runtimeVersion !== RUNTIME_VERSION) return null;
  const { size, version } = manifest;
  return { size, version, read: () => readModel(manifest) };
}

/** The complete model's manifest, even if this version cannot use it; null when there is none. */
export async function readStoredManifest(): Promise<ModelManifest | null> {
  // Opening a cache would create it.
  if (!(await caches.has(CACHE))) return null;
  return manifestIn(await caches.open(CACHE));
}

/** Bytes that are still to be fetched of a model. */
export async function bytesToFetch(manifest: ModelManifest): Promise<number> {
  if (!(await caches.has(CACHE))) return manifest.bytes;
  const missing = await missingParts(await caches.open(CACHE), manifest);
  return missing.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Deletes the model and what was fetched of one. Waits until no tab fetches any more. */
export async function removeModel(): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  await changeModelCache(async () => void (await caches.delete(CACHE)));
}

/**
 * Changes the cache while no other tab does.
 * @throws the signal's reason when it is aborted before `change` begins
 */
export async function changeModelCache(
  change: (cache: Cache) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  await navigator.locks.request(LOCK, options, async () => change(await caches.open(CACHE)));
}

/** Makes this model the complete one. All of its parts must be in the cache. */
export async function completeModel(cache: Cache, manifest: ModelManifest): Promise<void> {
  await cache.put(MANIFEST_PATH, Response.json(manifest));
  await keepOnly(cache, [manifest]);
}

/** Deletes the parts that none of these models has. */
export async function keepOnly(cache: Cache, models: readonly ModelManifest[]): Promise<void> {
  const named = new Set([MANIFEST_PATH, ...models.flatMap(listParts).map(({ path }) => path)]);
  for (const path of await pathsIn(cache)) if (!named.has(path)) await cache.delete(path);
}

/** The parts of a model that are not in the cache. */
export async function missingParts(cache: Cache, manifest: ModelManifest): Promise<FilePart[]> {
  const present = await pathsIn(cache);
  return listParts(manifest).filter(({ path }) => !present.has(path));
}

/** The manifest of the complete model; null when there is none, or the browser lost a part of it. */
export async function manifestIn(cache: Cache): Promise<ModelManifest | null> {
  const stored = await cache.match(MANIFEST_PATH);
  if (stored === undefined) return null;
  const manifest: ModelManifest = await stored.json();
  return (await missingParts(cache, manifest)).length === 0 ? manifest : null;
}

/** Decompresses a part. @throws TypeError when it is damaged */
export async function unpacked(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const stream = part.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads all of it into memory. @throws Error when it was removed or replaced meanwhile */
async function readModel(manifest: ModelManifest) {
  const cache = await caches.open(CACHE);
  const read = async (name: ModelFileName) => {
    const file = manifest.files.find((each) => each.name === name);
    if (file === undefined) throw new Error(`The model has no ${name}`);
    const bytes = new Uint8Array(file.size);
    let place = 0;
    for (const { path } of file.parts) {
      const stored = await cache.match(path);
      if (stored === undefined) throw new Error(`A part of the model's ${name} is not here`);
      const part = await unpacked(await stored.blob());
      bytes.set(part, place);
      place += part.length;
    }
    if (place !== file.size) throw new Error(`The model's ${name} is not whole`);
    return bytes;
  };
  return {
    runtime: await read("runtime"),
    detector: await read("detector"),
    encoder: await read("encoder"),
    decoder: await read("decoder"),
    vocabulary: JSON.parse(new TextDecoder().decode(await read("vocabulary"))) as string[],
  };
}

async function pathsIn(cache: Cache): Promise<ReadonlySet<string>> {
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
}

function listParts({ files }: ModelManifest): FilePart[] {
  return files.flatMap(({ parts }) => parts);
}
