import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tokenizer from "llama-tokenizer-js";
import { packageFiles, type Weights } from "../../../src/understanding/speech/model/model-files.ts";
import type { SpeechModels } from "../../../src/understanding/speech/transcriber.ts";

const nodeModules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** The files of a model in the installed packages. */
export function modelFiles(size: Weights) {
  const { runtime, detector, encoder, decoder } = packageFiles(size);
  return {
    runtime: join(nodeModules, runtime),
    detector: join(nodeModules, detector),
    encoder: join(nodeModules, encoder),
    decoder: join(nodeModules, decoder),
  };
}

/** Reads a model from the installed packages. @throws Error when a file is missing */
export async function readSpeechModels(size: Weights): Promise<SpeechModels> {
  const files = modelFiles(size);
  const [detector, encoder, decoder] = await Promise.all([
    readFile(files.detector),
    readFile(files.encoder),
    readFile(files.decoder),
  ]);
  return { detector, encoder, decoder, vocabulary: tokenizer.vocabById };
}

/** Starts the runtime that computes the models. @throws Error when it does not run here */
export async function openOnnx() {
  const onnx = await import("onnxruntime-web/wasm");
  const runtime = await readFile(modelFiles("base").runtime);
  onnx.env.wasm.wasmBinary = Uint8Array.from(runtime).buffer;
  // More threads would need other threads' time: everybody else's requests need it more.
  onnx.env.wasm.numThreads = 1;
  return onnx;
}
