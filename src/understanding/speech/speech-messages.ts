import type { SpokenPiece } from "./transcriber.ts";

/** The messages of a page to its speech worker. A recording is sent as `hear`, its bytes, and `end`. */
export type SpeechRequest =
  | {
      type: "hear";
      job: number;
      /** Seconds that are left out, because they were heard before. */
      from: number;
      /** The whole recording, one channel at `SAMPLE_RATE`; null when its bytes follow. */
      samples: Float32Array<ArrayBuffer> | null;
    }
  /** The next bytes of the recording, as it was recorded. */
  | { type: "bytes"; job: number; bytes: ArrayBuffer }
  | { type: "end"; job: number }
  | { type: "cancel"; job: number }
  /** Whether the worker rests: something else needs the device. */
  | { type: "rest"; rests: boolean };

export type SpeechReply =
  /** A piece of speech was understood, or was unclear. */
  | { type: "piece"; job: number; piece: SpokenPiece }
  /** The end of the recording was reached. */
  | { type: "heard"; job: number; effort: Effort }
  | { type: "failed"; job: number; cause: HearingFailure };

/** How long a recording was, from where it was begun, and how long the work on it took. */
export interface Effort {
  seconds: number;
  /** Without the time in which the worker rested, waited for bytes or decoded them. */
  busySeconds: number;
}

/** `undecodable`: the page has to decode it. `no-model`: none is complete. `broken`: all else. */
export type HearingFailure = "undecodable" | "no-model" | "broken";
