/** The sizes of the weights, as their package calls them. */
export type Weights = "tiny" | "base";

/**
 * The files of a model in the installed packages, as paths below `node_modules`. The vocabulary is
 * not among them, because its package has it as code.
 */
export function packageFiles(weights: Weights) {
  const folder = `@usefulsensors/moonshine-js/dist/model/${weights}/quantized`;
  return {
    runtime: "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
    detector: "@ricky0123/vad-web/dist/silero_vad_v5.onnx",
    encoder: `${folder}/encoder_model.onnx`,
    decoder: `${folder}/decoder_model_merged.onnx`,
  };
}
