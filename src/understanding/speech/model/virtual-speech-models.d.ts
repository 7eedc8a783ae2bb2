declare module "virtual:speech-models" {
  import type { ModelManifest, ModelSize } from "#understanding/speech/model/manifest.ts";

  /** The models that this version of the app is built with. */
  export const speechModels: Readonly<Record<ModelSize, ModelManifest>>;
}
