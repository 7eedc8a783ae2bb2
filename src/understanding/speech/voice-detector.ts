import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-web";

/** Samples per second of all sound here. */
export const SAMPLE_RATE = 16_000;
/** Samples that the detector looks at at once: 32 ms. */
export const FRAME_SAMPLES = 512;

/** The end of the previous frame, which the model reads again in front of the next one. */
const CONTEXT_SAMPLES = 64;

/**
 * Loads the Silero model (version 5 or 6, https://github.com/snakers4/silero-vad), which separates
 * speech from other sound, frame by frame.
 */
export async function loadVoiceDetector(onnx: Onnx, weights: Uint8Array) {
  const session = await onnx.InferenceSession.create(weights);
  const { Tensor } = onnx;
  return {
    /**
     * Begins a recording.
     * @returns how likely its next frame of `FRAME_SAMPLES` holds speech, from 0 to 1
     */
    open(): (frame: Float32Array) => Promise<number> {
      const input = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
      let state: Floats = new Tensor("float32", new Float32Array(2 * 128), [2, 1, 128]);
      return async (frame) => {
        input.copyWithin(0, FRAME_SAMPLES);
        input.set(frame, CONTEXT_SAMPLES);
        const outputs = await session.run({
          input: new Tensor("float32", input.slice(), [1, input.length]),
          state,
          sr: new Tensor("int64", [BigInt(SAMPLE_RATE)]),
        });
        state = readFloats(outputs, "stateN");
        return readFloats(outputs, "output").data[0] ?? 0;
      };
    },
  };
}

/** The parts of onnxruntime that the models need: onnxruntime-web in a worker, and under Deno. */
export interface Onnx {
  InferenceSession: {
    create(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession>;
  };
  Tensor: typeof Tensor;
}

export type Outputs = InferenceSession.ReturnType;
export type Floats = TypedTensor<"float32">;

/** Reads an output of a model that holds floats. @throws Error for another type */
export function readFloats(outputs: Outputs, name: string): Floats {
  const tensor = outputs[name];
  if (tensor?.type !== "float32") throw new Error(`The model has no output ${name}`);
  return tensor as Floats;
}
