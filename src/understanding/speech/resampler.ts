/** Zero crossings of the filter to each side: more keeps more of the highest tones. */
const LOBES = 8;

/** Changes the sample rate of a sound that arrives in parts, with a windowed sinc filter. */
export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #cutoff: number;
  /** The end of what came so far, and the place of the next output in it, in samples. */
  #kept: Float32Array;
  #place: number;

  /** @param from samples per second of the input @param to of the output */
  constructor(from: number, to: number) {
    this.#step = from / to;
    this.#cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(LOBES / this.#cutoff);
    this.#kept = new Float32Array(this.#reach);
    this.#place = this.#reach;
  }

  push(part: Float32Array): Float32Array {
    const sound = new Float32Array(this.#kept.length + part.length);
    sound.set(this.#kept);
    sound.set(part, this.#kept.length);
    const last = sound.length - this.#reach - 1;
    const count = Math.max(0, Math.floor((last - this.#place) / this.#step) + 1);
    const output = new Float32Array(count);
    for (let n = 0; n < count; n += 1) output[n] = this.#at(sound, this.#place + n * this.#step);
    const next = this.#place + count * this.#step;
    const drop = Math.floor(next) - this.#reach;
    this.#kept = sound.slice(drop);
    this.#place = next - drop;
    return output;
  }

  /** @returns the rest, once everything was pushed */
  end(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }

  #at(sound: Float32Array, place: number): number {
    const first = Math.ceil(place - this.#reach);
    const last = Math.floor(place + this.#reach);
    let sum = 0;
    for (let n = first; n <= last; n += 1) {
      const distance = n - place;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (this.#reach + 1));
      sum += (sound[n] ?? 0) * window * this.#cutoff * sinc(this.#cutoff * distance);
    }
    return sum;
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
