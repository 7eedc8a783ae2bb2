/** Somebody who turns speech into text. */
export interface Contender {
  /** Transcribes a recording. @param wav the bytes of a WAV file */
  transcribe(wav: Uint8Array<ArrayBuffer>): Promise<string>;
  /** The most memory that its process held so far, in bytes; null where that is not known. */
  peakMemory(): number | null;
  close(): Promise<void>;
}

/** A contender of the benchmark by the name under which it is printed. */
export interface Entrant {
  name: string;
  /** Makes it ready to transcribe; null: it is not set up on this machine. */
  open(): Promise<Contender | null>;
}
