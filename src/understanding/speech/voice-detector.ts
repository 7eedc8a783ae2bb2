import { type Floats, type Onnx, readFloats, type Session } from "./onnx.ts";

/** Samples per second of all sound here. */
export const SAMPLE_RATE = 16_000;
/** Samples that the detector looks at at once: 32 ms. */
export const FRAME_SAMPLES = 512;

/** The end of the previous frame, which the model reads again in front of the next one. */
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];

/** Looks at a recording's next frame. @returns how likely it holds speech, from 0 to 1 */
type FrameDetector = (frame: Float32Array) => Promise<number>;

/**
 * Separates speech from other sound, frame by frame, with the Silero model (version 5 or 6,
 * https://github.com/snakers4/silero-vad).
 */
export class VoiceDetector {
  readonly #onnx: Onnx;
  readonly #session: Session;

  private constructor(onnx: Onnx, session: Session) {
    this.#onnx = onnx;
    this.#session = session;
  }

  static async load(onnx: Onnx, weights: Uint8Array): Promise<VoiceDetector> {
    return new VoiceDetector(onnx, await onnx.InferenceSession.create(weights));
  }

  /** Begins a recording, whose frames of `FRAME_SAMPLES` are then given in their order. */
  open(): FrameDetector {
    const { Tensor } = this.#onnx;
    const input = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);
    let state: Floats = new Tensor("float32", new Float32Array(2 * 128), STATE_SHAPE);
    return async (frame) => {
      input.copyWithin(0, FRAME_SAMPLES);
      input.set(frame, CONTEXT_SAMPLES);
      const outputs = await this.#session.run({
        input: new Tensor("float32", input.slice(), [1, input.length]),
        state,
        sr: new Tensor("int64", [BigInt(SAMPLE_RATE)]),
      });
      state = readFloats(outputs, "stateN");
      return readFloats(outputs, "output").data[0] ?? 0;
    };
  }

  release(): Promise<void> {
    return this.#session.release();
  }
}
