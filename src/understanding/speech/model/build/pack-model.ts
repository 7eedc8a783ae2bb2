import { createHash } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FilePart, ModelFile, ModelManifest, ModelSize } from "../manifest.ts";
import { RUNTIME_VERSION } from "../manifest.ts";
import { packageFiles, type Weights } from "../model-files.ts";

const nodeModules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
/** Compressed parts of earlier builds, because compressing takes half a minute. */
const KEPT = join(nodeModules, ".cache/speech-models");

/** Where the app serves the parts. */
export const MODELS_PATH = "/models/";

/** Size of the parts before they are compressed (bytes): an interrupted device loses at most this. */
const PART_BYTES = 3_000_000;

const WEIGHTS: Readonly<Record<ModelSize, Weights>> = { small: "tiny", better: "base" };

const compressed = promisify(gzip);

/** A model, and by the path of each part the file of the build machine that holds it. */
export interface PackedModel {
  manifest: ModelManifest;
  sources: ReadonlyMap<string, string>;
}

/**
 * Cuts the files of a model into compressed parts. The names follow from the content before it was
 * compressed: another version of the compressor changes no name, so that no device fetches a model
 * again for nothing.
 * @throws Error when a package is missing, or is not the version that the app expects
 */
export async function packModel(size: ModelSize): Promise<PackedModel> {
  await checkRuntime();
  await mkdir(KEPT, { recursive: true });
  const sources = new Map<string, string>();
  const files: ModelFile[] = [];
  for (const [name, content] of contentsOf(WEIGHTS[size])) {
    const bytes = await content;
    const parts: FilePart[] = [];
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      const { part, source } = await packPart(bytes.subarray(from, from + PART_BYTES));
      sources.set(part.path, source);
      parts.push(part);
    }
    files.push({ name, size: bytes.length, parts });
  }
  const parts = files.flatMap((file) => file.parts);
  const manifest: ModelManifest = {
    size,
    version: sha256(JSON.stringify([RUNTIME_VERSION, parts.map((part) => part.sha256)])).slice(
      0,
      16,
    ),
    runtimeVersion: RUNTIME_VERSION,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    files,
  };
  return { manifest, sources };
}

function contentsOf(weights: Weights): [ModelFile["name"], Promise<Buffer>][] {
  const { runtime, detector, encoder, decoder } = packageFiles(weights);
  const read = (path: string) => readFile(join(nodeModules, path));
  return [
    ["runtime", read(runtime)],
    ["detector", read(detector)],
    ["vocabulary", readVocabulary()],
    ["encoder", read(encoder)],
    ["decoder", read(decoder)],
  ];
}

/** The text of each token as a JSON list. */
async function readVocabulary(): Promise<Buffer> {
  const { default: tokenizer } = await import("llama-tokenizer-js");
  return Buffer.from(JSON.stringify(tokenizer.vocabById));
}

async function packPart(content: Uint8Array): Promise<{ part: FilePart; source: string }> {
  const hash = sha256(content);
  const source = join(KEPT, `${hash}.gz`);
  const known = await stat(source).catch(() => null);
  let bytes = known?.size;
  if (bytes === undefined) {
    const packed = await compressed(content, { level: 9 });
    // Another build at the same time writes the same content.
    const unfinished = `${source}.${process.pid}`;
    await writeFile(unfinished, packed);
    await rename(unfinished, source);
    bytes = packed.length;
  }
  return { part: { path: `${MODELS_PATH}${hash.slice(0, 16)}.bin`, bytes, sha256: hash }, source };
}

async function checkRuntime(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve("onnxruntime-web/wasm");
  const text = await readFile(join(dirname(entry), "../package.json"), "utf8");
  const { version } = JSON.parse(text);
  if (version === RUNTIME_VERSION) return;
  throw new Error(`RUNTIME_VERSION is ${RUNTIME_VERSION}, but onnxruntime-web is ${version}`);
}

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
