import { type HeardWord, joinTokens } from "./join-tokens.ts";
import { loadMoonshine, type MoonshineWeights, type TakeTurn } from "./moonshine.ts";
import { FRAME_SAMPLES, loadVoiceDetector, type Onnx, SAMPLE_RATE } from "./voice-detector.ts";

type Detector = Awaited<ReturnType<typeof loadVoiceDetector>>;
type Model = Awaited<ReturnType<typeof loadMoonshine>>;

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

/** Turns recordings of English into text; several at once take turns by `takeTurn`. */
export class Transcriber {
  readonly #detector: Detector;
  readonly #model: Model;
  readonly #vocabulary: readonly string[];

  private constructor(detector: Detector, model: Model, vocabulary: SpeechModels["vocabulary"]) {
    this.#detector = detector;
    this.#model = model;
    this.#vocabulary = vocabulary;
  }

  static async load(onnx: Onnx, models: SpeechModels): Promise<Transcriber> {
    const detector = await loadVoiceDetector(onnx, models.detector);
    const model = await loadMoonshine(onnx, models);
    return new Transcriber(detector, model, models.vocabulary);
  }

  /**
   * Yields what was said, piece by piece, each once the pause after it has been heard.
   * @param sound the parts of one channel at `SAMPLE_RATE`, from -1 to 1
   */
  async *transcribe(
    sound: AsyncIterable<Float32Array> | Iterable<Float32Array>,
    takeTurn: TakeTurn = () => {},
  ): AsyncGenerator<SpokenPiece, void, undefined> {
    for await (const { start, samples } of this.#cutPieces(sound, takeTurn)) {
      const { tokens, logProbabilities } = await this.#model.hear(loud(samples), takeTurn);
      const words = joinTokens(this.#vocabulary, tokens, logProbabilities);
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
  }

  async release(): Promise<void> {
    await Promise.all([this.#detector.release(), this.#model.release()]);
  }

  /** Yields the sound of each piece and where it begins, in samples. */
  async *#cutPieces(
    sound: AsyncIterable<Float32Array> | Iterable<Float32Array>,
    takeTurn: TakeTurn,
  ): AsyncGenerator<{ start: number; samples: Float32Array }> {
    const measureSpeech = this.#detector.open();
    const cutter = new PieceCutter();
    const kept = new KeptFrames();
    for await (const frame of cutFrames(sound)) {
      await takeTurn();
      kept.push(frame);
      const piece = cutter.push(await measureSpeech(frame));
      if (piece !== null) yield kept.take(piece);
      kept.dropBefore(cutter.needed);
    }
    const last = cutter.end();
    if (last !== null) yield kept.take(last);
  }
}

/** Stands in a text for speech that was not understood. */
const UNCLEAR_MARK = "[unclear]";

/** The text of a whole recording; empty when nothing in it was understood. */
export function textOf(pieces: readonly Pick<SpokenPiece, "text">[]): string {
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
async function* cutFrames(
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
class KeptFrames {
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

/** A stretch of a recording with speech in it: its first frame, and the first frame after it. */
interface Piece {
  start: number;
  end: number;
}

const SPEECH_BEGINS = 0.5;
const SPEECH_ENDS = 0.35;

const frames = (seconds: number) => Math.round((seconds * SAMPLE_RATE) / FRAME_SAMPLES);

/** A pause this long ends a piece. */
const PAUSE = frames(0.6);
/** Less speech than this is a click or a cough. */
const LEAST_SPEECH = frames(0.2);
/** The length of sound that is kept around speech: words begin and end softly. */
const PADDING = frames(0.25);
/** The model was trained with pieces of up to half a minute, and invents less in shorter ones. */
const LONGEST = frames(20);
/** A piece that gets too long is cut at its most silent frame after this. */
const EARLIEST_CUT = frames(12);

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
