import { FRAME_SAMPLES, SAMPLE_RATE } from "./voice-detector.ts";

/** A stretch of a recording with speech in it: its first frame, and the first frame after it. */
export interface Piece {
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

/**
 * Cuts a recording into pieces with speech in them, at pauses, while it is being made: a piece is
 * handed out as soon as the pause after it is long enough.
 */
export class PieceCutter {
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
