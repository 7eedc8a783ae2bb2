import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { MODELS_PATH, type PackedModel, packModel } from "./pack-model.ts";

const VIRTUAL = "virtual:speech-models";

/**
 * Adds the parts of the speech models to the build, beside the app's code: devices fetch them only
 * when a person wants them. The module `virtual:speech-models` says what they are.
 */
export function speechModels(): Plugin {
  let packing: Promise<PackedModel[]> | undefined;
  const packed = () => {
    // One after the other, because they share files.
    packing ??= (async () => [await packModel("small"), await packModel("better")])();
    return packing;
  };
  const sources = async () => new Map((await packed()).flatMap((model) => [...model.sources]));
  return {
    name: "field-agents:speech-models",
    resolveId: (id) => (id === VIRTUAL ? id : null),
    async load(id) {
      if (id !== VIRTUAL) return null;
      const manifests = (await packed()).map(({ manifest }) => [manifest.size, manifest]);
      return `export const speechModels = ${JSON.stringify(Object.fromEntries(manifests))};`;
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      await mkdir(join(dir, MODELS_PATH), { recursive: true });
      for (const [path, source] of await sources()) await copyFile(source, join(dir, path));
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        if (!request.url?.startsWith(MODELS_PATH)) return next();
        try {
          const source = (await sources()).get(request.url);
          if (source === undefined) return next();
          response.setHeader("Content-Type", "application/octet-stream");
          response.end(await readFile(source));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
