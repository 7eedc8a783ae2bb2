import { cutFrames, KeptFrames } from "./frames.ts";
import { type HeardWord, joinTokens } from "./join-tokens.ts";
import { Moonshine, type MoonshineWeights } from "./moonshine.ts";
import type { Onnx } from "./onnx.ts";
import { PieceCutter } from "./speech-pieces.ts";
import type { TakeTurn } from "./take-turn.ts";
import { SAMPLE_RATE, VoiceDetector } from "./voice-detector.ts";

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

/**
 * The mean logarithm of the probabilities of a piece's words under which it is unclear. It caught 45
 * of 47 clips in Spanish, French and Italian (base; tiny: all), which otherwise become fluent English
 * that nobody said, and none of 147 in English. A word counts by its least likely token: its other
 * tokens, and punctuation, are likely whatever is said (over all tokens: 42 of 47, and 1 of 147).
 */
const UNCLEAR = -0.55;

/** How loud the loudest sample is made: the model hears quiet voices badly. */
const PEAK = 0.95;

/**
 * Turns recordings into text; several at once take turns by `takeTurn`. It understands English alone.
 */
export class Transcriber {
  readonly #detector: VoiceDetector;
  readonly #model: Moonshine;
  readonly #vocabulary: readonly string[];

  private constructor(
    detector: VoiceDetector,
    model: Moonshine,
    vocabulary: SpeechModels["vocabulary"],
  ) {
    this.#detector = detector;
    this.#model = model;
    this.#vocabulary = vocabulary;
  }

  static async load(onnx: Onnx, models: SpeechModels): Promise<Transcriber> {
    const detector = await VoiceDetector.load(onnx, models.detector);
    const model = await Moonshine.load(onnx, models);
    return new Transcriber(detector, model, models.vocabulary);
  }

  /**
   * Yields what was said, piece by piece; nothing for silence, music or noise. A piece comes once the
   * pause after it has been heard, so a recording can be transcribed while it is made.
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
