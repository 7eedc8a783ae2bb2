import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Plugin } from "vite";
import {
  type FilePart,
  type ModelFile,
  type ModelFileName,
  type ModelManifest,
  type ModelSize,
  RUNTIME_VERSION,
} from "../manifest.ts";
import { packageFiles, type Weights } from "../model-files.ts";

const VIRTUAL = "virtual:speech-models";

/** Adds the speech models to the build; the module `virtual:speech-models` describes them. */
export function speechModels(): Plugin {
  let packing: Promise<PackedModel[]> | undefined;
  const models = () => {
    packing ??= Promise.all([packModel("small"), packModel("better")]);
    return packing;
  };
  const parts = async () => new Map((await models()).flatMap(({ packed }) => [...packed]));
  return {
    name: "field-agents:speech-models",
    resolveId: (id) => (id === VIRTUAL ? id : null),
    async load(id) {
      if (id !== VIRTUAL) return null;
      const manifests = (await models()).map(({ manifest }) => [manifest.size, manifest]);
      return `export const speechModels = ${JSON.stringify(Object.fromEntries(manifests))};`;
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      await mkdir(join(dir, MODELS_PATH), { recursive: true });
      for (const [path, bytes] of await parts()) await writeFile(join(dir, path), bytes);
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        if (!request.url?.startsWith(MODELS_PATH)) return next();
        try {
          const bytes = (await parts()).get(request.url);
          if (bytes === undefined) return next();
          response.setHeader("Content-Type", "application/octet-stream");
          response.end(bytes);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** How onnxruntime-web asks a bundler for its WebAssembly. */
const RUNTIME_ASSET = 'new URL("ort-wasm-simd-threaded.wasm",import.meta.url)';

/** Keeps the runtime's WebAssembly out of the app's assets: it is handed over as `wasmBinary`. */
export function withoutRuntimeAsset(): Plugin {
  return {
    name: "field-agents:without-runtime-asset",
    // Before Vite makes assets of such addresses.
    enforce: "pre",
    transform: {
      filter: { id: /onnxruntime-web[\\/]dist[\\/]/ },
      handler(code) {
        if (!code.includes(RUNTIME_ASSET)) this.error(`onnxruntime-web has no ${RUNTIME_ASSET}`);
        return { code: code.replaceAll(RUNTIME_ASSET, "new URL(import.meta.url)"), map: null };
      },
    },
  };
}

const nodeModules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));

/** Where the app serves the parts. */
const MODELS_PATH = "/models/";

/** Size of the parts before they are compressed (bytes): an interrupted device loses at most this. */
const PART_BYTES = 3_000_000;

const WEIGHTS: Readonly<Record<ModelSize, Weights>> = { small: "tiny", better: "base" };

const compressed = promisify(gzip);

/** A model, and the compressed bytes of each part by its path. */
interface PackedModel {
  manifest: ModelManifest;
  packed: ReadonlyMap<string, Uint8Array>;
}

/**
 * Cuts a model's files into compressed parts, named by their content before the compression.
 * @throws Error when a package is missing, or is not the version that the app expects
 */
async function packModel(size: ModelSize): Promise<PackedModel> {
  await checkRuntime();
  const packed = new Map<string, Uint8Array>();
  const files: ModelFile[] = [];
  for await (const [name, bytes] of readFiles(WEIGHTS[size])) {
    const parts: FilePart[] = [];
    for (let from = 0; from < bytes.length; from += PART_BYTES) {
      const piece = bytes.subarray(from, from + PART_BYTES);
      const hash = sha256(piece);
      const path = `${MODELS_PATH}${hash.slice(0, 16)}.bin`;
      const part = await compressed(piece, { level: 9 });
      packed.set(path, part);
      parts.push({ path, bytes: part.length, sha256: hash });
    }
    files.push({ name, size: bytes.length, parts });
  }
  const parts = files.flatMap((file) => file.parts);
  const manifest: ModelManifest = {
    size,
    version: sha256([RUNTIME_VERSION, ...parts.map((part) => part.sha256)].join()).slice(0, 16),
    runtimeVersion: RUNTIME_VERSION,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    files,
  };
  return { manifest, packed };
}

async function* readFiles(weights: Weights): AsyncGenerator<[ModelFileName, Buffer]> {
  const { default: tokenizer } = await import("llama-tokenizer-js");
  const { runtime, detector, encoder, decoder } = packageFiles(weights);
  const read = (path: string) => readFile(join(nodeModules, path));
  yield ["runtime", await read(runtime)];
  yield ["detector", await read(detector)];
  yield ["vocabulary", Buffer.from(JSON.stringify(tokenizer.vocabById))];
  yield ["encoder", await read(encoder)];
  yield ["decoder", await read(decoder)];
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
