import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-web";

/** The parts of onnxruntime that the models need: onnxruntime-web in a worker, and under Deno. */
export interface Onnx {
  InferenceSession: {
    create(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: typeof Tensor;
}

export type Session = InferenceSession;
export type Outputs = InferenceSession.ReturnType;
export type Floats = TypedTensor<"float32">;

/** Reads an output of a model that holds floats. @throws Error for another type */
export function readFloats(outputs: Outputs, name: string): Floats {
  const tensor = outputs[name];
  if (tensor?.type !== "float32") throw new Error(`The model has no output ${name}`);
  return tensor as Floats;
}
