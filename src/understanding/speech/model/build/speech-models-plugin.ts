import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { MODELS_PATH, type PackedModel, packModel } from "./pack-model.ts";

const VIRTUAL = "virtual:speech-models";

/**
 * Adds the parts of the speech models to the build, beside the app's code: devices fetch them only
 * when a person wants them. The module `virtual:speech-models` describes them.
 */
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

/**
 * Keeps the runtime's WebAssembly out of the app's assets: it is a file of the models, handed to the
 * runtime as `wasmBinary`, which then never asks for the address that is taken away here.
 */
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
