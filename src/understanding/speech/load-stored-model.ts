import * as onnx from "onnxruntime-web/wasm";
import { type ModelSize, readStoredModel } from "./model/model-store.ts";
import { Transcriber } from "./transcriber.ts";

/** Thrown when this device has no complete model. */
export class ModelMissing extends Error {
  override readonly name = "ModelMissing";
}

/** The most memory that each size of the model may take, in pages of 64 KiB. */
const MOST_PAGES: Readonly<Record<ModelSize, number>> = { small: 4096, better: 8192 };

/**
 * Loads the model that is kept on this device, and the runtime that computes it, without a request.
 * @throws ModelMissing
 */
export async function loadStoredModel(): Promise<Transcriber> {
  const stored = await readStoredModel();
  if (stored === null) throw new ModelMissing();
  const { runtime, ...models } = await stored.read();
  onnx.env.wasm.wasmBinary = Uint8Array.from(runtime).buffer;
  // More threads need cross-origin isolation, which makes iOS worse.
  onnx.env.wasm.numThreads = 1;
  limitMemory(MOST_PAGES[stored.size]);
  return Transcriber.load(onnx, models);
}

/**
 * Limits the memory that the runtime reserves: it asks for 4 GiB of shared memory, which iOS 16 and 17
 * refuse with a RangeError.
 */
function limitMemory(pages: number): void {
  const Unlimited = WebAssembly.Memory;
  WebAssembly.Memory = class extends Unlimited {
    constructor(wanted: WebAssembly.MemoryDescriptor) {
      super({ ...wanted, maximum: Math.min(wanted.maximum ?? pages, pages) });
    }
  };
}
