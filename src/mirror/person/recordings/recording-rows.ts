import type { QuestionPlace } from "../conversation-rows.ts";

/** A recording from the first tap to its arrival on the server. Times are epoch ms. */
export interface Recording {
  /** The id of the item it becomes. */
  id: string;
  mimeType: string;
  startedAt: number;
  /** Recorded length so far, without pauses. */
  durationMs: number;
  /** Bytes captured so far. */
  size: number;
  /** `recording` until sealed. A recording in this state that no tab is recording is unfinished. */
  state: "recording" | "sealed";
  /** The conversation that a spoken question belongs to, and what it is about; a voice note has none. */
  question?: QuestionPlace;
  /** The job that was chosen when it began, or while it went on; none without it. */
  jobId?: string | undefined;
}

/** Chunks are ArrayBuffers: Safari has lost Blobs kept in IndexedDB. */
export interface RecordingChunk {
  recordingId: string;
  seq: number;
  bytes: ArrayBuffer;
}

/**
 * The audio of an arrived item, kept for playback. Its chunks stay in `recordingChunks`, with the
 * same id. Times are epoch ms.
 */
export interface KeptAudio {
  /** The id of the item and of its history row. */
  id: string;
  mimeType: string;
  durationMs: number;
  /** Bytes; 0 once it was sent again. */
  size: number;
  capturedAt: number;
  /** By the server's or the device's clock, whichever is later. */
  arrivedAt: number;
  /** No speech was recognised: the content exists only here, and only its person may delete it. */
  empty: boolean;
  /**
   * 1: its chunks were joined to one, or need not be. A number, because IndexedDB cannot index
   * booleans.
   */
  packed: 0 | 1;
  /**
   * The id of the item with which it was sent again, and which owns the chunks since; null
   * otherwise.
   */
  sentAgainAs: string | null;
}

/** How long the audio of arrived items is kept on this device, as its person chose. */
export interface AudioKeeping {
  name: "audio";
  days: number;
  /** When old audio was last looked for (epoch ms); null: never. */
  lookedAt: number | null;
}

/** A word that this device understood. */
export interface DraftWord {
  text: string;
  /** The natural logarithm of its probability: near 0 for a word that is sure. */
  logProbability: number;
  /** The heard text that a word of the company's vocabulary has replaced; otherwise absent. */
  heard?: string;
}

/** A stretch of speech between two pauses. Times are seconds from the beginning of the recording. */
export interface DraftPiece {
  start: number;
  end: number;
  /** The text of the speech; empty when it is unclear. */
  words: DraftWord[];
}

/** The device's own transcription of a recording. It is never sent in place of the recording. */
export interface SpeechDraft {
  /** The id of the recording, its item and its history row. */
  id: string;
  /** The name of the model, like `moonshine-tiny`. */
  model: string;
  pieces: DraftPiece[];
  /** `failed`: the device could not go on, and does not try again. */
  state: "in-progress" | "whole" | "failed";
  /** How often the work on it was begun. */
  attempts: number;
  /** The places of doubtful words that the person has looked at, and kept. */
  checked?: number[];
}
