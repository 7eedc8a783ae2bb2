import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tokenizer from "llama-tokenizer-js";
import { packageFiles, type Weights } from "../../../src/understanding/speech/model/model-files.ts";
import type { SpeechModels } from "../../../src/understanding/speech/transcriber.ts";

/** Where packages are installed. */
const NODE_MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** The files of a model in the packages that are installed in a folder. */
export function modelFiles(size: Weights, folder: string) {
  const { runtime, detector, encoder, decoder } = packageFiles(size);
  return {
    runtime: join(folder, runtime),
    detector: join(folder, detector),
    encoder: join(folder, encoder),
    decoder: join(folder, decoder),
  };
}

/** Reads a model from installed packages. @throws Error when a file is missing */
export async function readSpeechModels(
  size: Weights,
  folder = NODE_MODULES,
): Promise<SpeechModels> {
  const { detector, encoder, decoder } = modelFiles(size, folder);
  return {
    detector: await readFile(detector),
    encoder: await readFile(encoder),
    decoder: await readFile(decoder),
    vocabulary: tokenizer.vocabById,
  };
}

/** Starts the runtime that computes the models. @throws Error when it does not run here */
export async function openOnnx(folder = NODE_MODULES) {
  const onnx = await import("onnxruntime-web/wasm");
  const runtime = await readFile(modelFiles("base", folder).runtime);
  onnx.env.wasm.wasmBinary = Uint8Array.from(runtime).buffer;
  // More threads would need other threads' time: everybody else's requests need it more.
  onnx.env.wasm.numThreads = 1;
  return onnx;
}
