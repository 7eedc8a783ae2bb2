import { UNCLEAR_MARK } from "./doubts.ts";
import { type HeardWord, joinTokens } from "./join-tokens.ts";
import { loadMoonshine, type MoonshineWeights, type TakeTurn } from "./moonshine.ts";
import { FRAME_SAMPLES, loadVoiceDetector, type Onnx, SAMPLE_RATE } from "./voice-detector.ts";

/** All that turns speech into text. */
export interface SpeechModels extends MoonshineWeights {
  /** The Silero model, which separates speech from other sound. */
  detector: Uint8Array;
  /** The text of each token, by its id. */
  vocabulary: readonly string[];
}

/** A stretch of speech between two pauses. */
export interface SpokenPiece {
  /** Seconds from the beginning of the recording. */
  start: number;
  end: number;
  /** The text of the speech; empty when it is unclear. */
  text: string;
  /** The words of the text; for an unclear piece the guesses, which must not be shown as text. */
  words: HeardWord[];
  /** Speech that the model does not understand: another language, or too much noise. */
  isUnclear: boolean;
}

/** Under this mean logarithm a piece is unclear: 45 of 47 foreign clips, no English one of 147. */
const UNCLEAR = -0.55;

/** How loud the loudest sample is made: the model hears quiet voices badly. */
const PEAK = 0.95;

/** The parts of one channel at `SAMPLE_RATE`, from -1 to 1. */
type Sound = AsyncIterable<Float32Array> | Iterable<Float32Array>;

export type Transcriber = Awaited<ReturnType<typeof loadTranscriber>>;

/** Turns recordings of English into text; several at once take turns by `takeTurn`. */
export async function loadTranscriber(onnx: Onnx, { vocabulary, ...models }: SpeechModels) {
  const detector = await loadVoiceDetector(onnx, models.detector);
  const model = await loadMoonshine(onnx, models);

  /** Yields the sound of each piece and where it begins, in samples. */
  async function* cutPieces(sound: Sound, takeTurn: TakeTurn) {
    const measureSpeech = detector.open();
    const cutter = new PieceCutter();
    // The frames that may still become part of a piece: a long recording needs little memory.
    const frames: Float32Array[] = [];
    /** The place of the first of them in the recording. */
    let first = 0;
    const take = ({ start, end }: Piece) => {
      const samples = new Float32Array((end - start) * FRAME_SAMPLES);
      for (const [place, frame] of frames.slice(start - first, end - first).entries()) {
        samples.set(frame, place * FRAME_SAMPLES);
      }
      return { start: start * FRAME_SAMPLES, samples };
    };
    for await (const frame of cutFrames(sound)) {
      await takeTurn();
      frames.push(frame);
      const piece = cutter.push(await measureSpeech(frame));
      if (piece !== null) yield take(piece);
      first += frames.splice(0, Math.max(0, cutter.needed - first)).length;
    }
    const last = cutter.end();
    if (last !== null) yield take(last);
  }

  return {
    /** Yields what was said, piece by piece, each once the pause after it has been heard. */
    async *transcribe(
      sound: Sound,
      takeTurn: TakeTurn = () => {},
    ): AsyncGenerator<SpokenPiece, void, undefined> {
      for await (const { start, samples } of cutPieces(sound, takeTurn)) {
        const { tokens, logProbabilities } = await model.hear(loud(samples), takeTurn);
        const words = joinTokens(vocabulary, tokens, logProbabilities);
        if (words.length === 0) continue;
        const isUnclear = mean(words.map(({ logProbability }) => logProbability)) < UNCLEAR;
        yield {
          start: start / SAMPLE_RATE,
          end: (start + samples.length) / SAMPLE_RATE,
          text: isUnclear ? "" : words.map(({ text }) => text).join(" "),
          words,
          isUnclear,
        };
      }
    },
  };
}

/** The text of a whole recording; empty when nothing in it was understood. */
export function joinPieces(pieces: readonly Pick<SpokenPiece, "text">[]): string {
  if (pieces.every(({ text }) => text === "")) return "";
  return pieces.map(({ text }) => text || UNCLEAR_MARK).join(" ");
}

function loud(samples: Float32Array): Float32Array {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak === 0 ? samples : samples.map((sample) => (sample * PEAK) / peak);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Cuts a sound into frames of `FRAME_SAMPLES`; the last one is filled up with silence. */
async function* cutFrames(sound: Sound): AsyncGenerator<Float32Array> {
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

/** A stretch of a recording with speech in it: its first frame, and the first frame after it. */
interface Piece {
  start: number;
  end: number;
}

const SPEECH_BEGINS = 0.5;
const SPEECH_ENDS = 0.35;

const framesIn = (seconds: number) => Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES);

/** A pause this long ends a piece. */
const PAUSE = framesIn(0.6);
/** Less speech than this is a click or a cough. */
const LEAST_SPEECH = framesIn(0.2);
/** The length of sound that is kept around speech: words begin and end softly. */
const PADDING = framesIn(0.25);
/** The model was trained with pieces of up to half a minute, and invents less in shorter ones. */
const LONGEST = framesIn(20);
/** A piece that gets too long is cut at its most silent frame after this. */
const EARLIEST_CUT = framesIn(12);

/** Cuts a recording into pieces with speech in them, each as soon as the pause after it is long. */
class PieceCutter {
  readonly #probabilities: number[] = [];
  /** First frame that is in no piece yet. */
  #free = 0;
  /** First frame of the speech that is going on; null in a pause. */
  #begin: number | null = null;
  #lastSpeech = 0;

  /** Adds the next frame. @returns a piece that is complete now; null for none */
  push(probability: number): Piece | null {
    const now = this.#probabilities.push(probability) - 1;
    if (this.#begin === null) {
      if (probability < SPEECH_BEGINS) return null;
      this.#begin = now;
    }
    if (probability >= SPEECH_ENDS) this.#lastSpeech = now;
    if (now - this.#lastSpeech >= PAUSE) return this.#cut(this.#lastSpeech + 1, null);
    if (now - this.#begin < LONGEST) return null;
    const place = this.#quietest(this.#begin + EARLIEST_CUT, now);
    return this.#cut(place, place);
  }

  /** The recording has ended. @returns the piece that was going on; null for none */
  end(): Piece | null {
    return this.#begin === null ? null : this.#cut(this.#lastSpeech + 1, null);
  }

  /** The first frame that can still become part of a piece. */
  get needed(): number {
    return Math.max(this.#free, (this.#begin ?? this.#probabilities.length) - PADDING);
  }

  /** @param next where the speech goes on; null when there is a pause */
  #cut(end: number, next: number | null): Piece | null {
    const begin = this.#begin ?? end;
    this.#begin = next;
    // After a cut inside of speech, what is left of it may be one short word.
    const least = begin === this.#free ? LEAST_SPEECH / 2 : LEAST_SPEECH;
    const spoken = this.#probabilities.slice(begin, end).filter((each) => each >= SPEECH_ENDS);
    if (spoken.length < least) return null;
    const from = Math.max(this.#free, begin - PADDING);
    const to = next ?? Math.min(this.#probabilities.length, end + PADDING);
    this.#free = to;
    return { start: from, end: to };
  }

  #quietest(from: number, to: number): number {
    let place = from;
    for (let frame = from; frame < to; frame += 1) {
      const quieter = (this.#probabilities[frame] ?? 1) < (this.#probabilities[place] ?? 1);
      if (quieter) place = frame;
    }
    return place;
  }
}
