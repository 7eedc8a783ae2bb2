import { type Floats, floatsOf, type Onnx, type Session } from "./onnx.ts";

/** Samples per second of all sound here. */
export const SAMPLE_RATE = 16_000;
/** Samples that the detector looks at at once: 32 ms. */
export const FRAME_SAMPLES = 512;

/** The end of the previous frame, which the model reads again in front of the next one. */
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];

/**
 * Tells speech from other sound, frame by frame, with the Silero model (version 5 or 6,
 * https://github.com/snakers4/silero-vad).
 */
export class VoiceDetector {
  readonly #onnx: Onnx;
  readonly #session: Session;
  #state: Floats;
  #input = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES);

  private constructor(onnx: Onnx, session: Session) {
    this.#onnx = onnx;
    this.#session = session;
    this.#state = this.#emptyState();
  }

  static async load(onnx: Onnx, weights: Uint8Array): Promise<VoiceDetector> {
    return new VoiceDetector(onnx, await onnx.InferenceSession.create(weights));
  }

  /** @returns how likely a frame of `FRAME_SAMPLES` holds speech, from 0 to 1 */
  async probability(frame: Float32Array): Promise<number> {
    const { Tensor } = this.#onnx;
    this.#input.copyWithin(0, FRAME_SAMPLES);
    this.#input.set(frame, CONTEXT_SAMPLES);
    const outputs = await this.#session.run({
      input: new Tensor("float32", this.#input.slice(), [1, this.#input.length]),
      state: this.#state,
      sr: new Tensor("int64", [BigInt(SAMPLE_RATE)]),
    });
    this.#state = floatsOf(outputs, "stateN");
    return floatsOf(outputs, "output").data[0] ?? 0;
  }

  /** Forgets what was heard: the next frame is of another recording. */
  reset(): void {
    this.#state = this.#emptyState();
    this.#input.fill(0);
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  #emptyState(): Floats {
    const { Tensor } = this.#onnx;
    return new Tensor("float32", new Float32Array(2 * 128), STATE_SHAPE);
  }
}
