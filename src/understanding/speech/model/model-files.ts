/** The sizes of the weights, as their package calls them. */
export type Weights = "tiny" | "base";

/** Files of a model below `node_modules`; its vocabulary is not among them, but code. */
export function packageFiles(weights: Weights) {
  const folder = `@usefulsensors/moonshine-js/dist/model/${weights}/quantized`;
  return {
    runtime: "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
    detector: "@ricky0123/vad-web/dist/silero_vad_v5.onnx",
    encoder: `${folder}/encoder_model.onnx`,
    decoder: `${folder}/decoder_model_merged.onnx`,
  };
}
