/** Zero crossings of the filter to each side: more keeps more of the highest tones. */
const LOBES = 8;

/** Changes the sample rate of a sound that arrives in parts, with a windowed sinc filter. */
export class Resampler {
  /** An output is made for every `#from / #to` samples of the input; both are whole, and small. */
  readonly #from: number;
  readonly #to: number;
  readonly #reach: number;
  /** The filter for each place that an output can have between two samples, made when needed. */
  readonly #filters: Float32Array[] = [];
  /** The end of what came so far. The place of the next output is `#reach` samples after its start. */
  #kept: Float32Array;
  /** How far behind that sample the place is, in `#to`-ths of a sample. */
  #phase = 0;

  /** @param from samples per second of the input @param to of the output; whole numbers */
  constructor(from: number, to: number) {
    const divisor = greatestDivisor(from, to);
    this.#from = from / divisor;
    this.#to = to / divisor;
    this.#reach = Math.ceil(LOBES * Math.max(1, from / to));
    this.#kept = new Float32Array(this.#reach);
  }

  push(part: Float32Array): Float32Array {
    const sound = new Float32Array(this.#kept.length + part.length);
    sound.set(this.#kept);
    sound.set(part, this.#kept.length);
    const room = (sound.length - 2 * this.#reach) * this.#to - this.#phase;
    const output = new Float32Array(Math.max(0, Math.ceil(room / this.#from)));
    let first = 0;
    for (let n = 0; n < output.length; n += 1) {
      output[n] = this.#at(sound, first);
      const phase = this.#phase + this.#from;
      first += Math.floor(phase / this.#to);
      this.#phase = phase % this.#to;
    }
    this.#kept = sound.slice(first);
    return output;
  }

  /** @returns the rest, once everything was pushed */
  end(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }

  /** @param first the sample where the filter begins */
  #at(sound: Float32Array, first: number): number {
    const filter = this.#filter();
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap += 1) {
      sum += (sound[first + tap] ?? 0) * (filter[tap] ?? 0);
    }
    return sum;
  }

  #filter(): Float32Array {
    const phase = this.#phase;
    const kept = this.#filters[phase];
    if (kept !== undefined) return kept;
    const reach = this.#reach;
    const cutoff = Math.min(1, this.#to / this.#from);
    const filter = Float32Array.from({ length: 2 * reach + 1 }, (_, tap) => {
      const distance = tap - reach - phase / this.#to;
      if (Math.abs(distance) > reach) return 0;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1));
      return window * cutoff * sinc(cutoff * distance);
    });
    this.#filters[phase] = filter;
    return filter;
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
