import type { Piece } from "./speech-pieces.ts";
import { FRAME_SAMPLES } from "./voice-detector.ts";

/** Cuts a sound into frames of `FRAME_SAMPLES`; the last one is filled up with silence. */
export async function* cutFrames(
  sound: AsyncIterable<Float32Array> | Iterable<Float32Array>,
): AsyncGenerator<Float32Array> {
  let frame = new Float32Array(FRAME_SAMPLES);
  let filled = 0;
  for await (const part of sound) {
    for (let place = 0; place < part.length; ) {
      const taken = part.subarray(place, place + FRAME_SAMPLES - filled);
      frame.set(taken, filled);
      filled += taken.length;
      place += taken.length;
      if (filled < FRAME_SAMPLES) continue;
      yield frame;
      frame = new Float32Array(FRAME_SAMPLES);
      filled = 0;
    }
  }
  if (filled > 0) yield frame;
}

/** The frames that may still become part of a piece: a long recording needs little memory. */
export class KeptFrames {
  #frames: Float32Array[] = [];
  /** The place of the first of them in the recording. */
  #first = 0;

  push(frame: Float32Array): void {
    this.#frames.push(frame);
  }

  dropBefore(place: number): void {
    const dropped = this.#frames.splice(0, Math.max(0, place - this.#first));
    this.#first += dropped.length;
  }

  /** @returns the sound of a piece, and where it begins, in samples */
  take({ start, end }: Piece): { start: number; samples: Float32Array } {
    const samples = new Float32Array((end - start) * FRAME_SAMPLES);
    for (let place = start; place < end; place += 1) {
      const frame = this.#frames[place - this.#first];
      if (frame !== undefined) samples.set(frame, (place - start) * FRAME_SAMPLES);
    }
    return { start: start * FRAME_SAMPLES, samples };
  }
}

/** Leaves out the beginning of a sound. @param samples how many are left out */
export async function* skipSamples(
  sound: AsyncIterable<Float32Array>,
  samples: number,
): AsyncGenerator<Float32Array> {
  let left = samples;
  for await (const part of sound) {
    if (left < part.length) yield part.subarray(left);
    left = Math.max(0, left - part.length);
  }
}
