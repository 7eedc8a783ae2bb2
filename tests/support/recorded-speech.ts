import { readFileSync } from "node:fs";
import texts from "../fixtures/speech/texts.json" with { type: "json" };

const folder = new URL("../fixtures/speech/", import.meta.url);

/** A recording of a real voice, and what it says. */
export interface RecordedSpeech {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
}

export const RECORDED_SPEECH: readonly RecordedSpeech[] = Object.entries(texts).map(
  ([name, text]) => ({ name, bytes: readSpeech(name), text }),
);

export function readSpeech(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, folder)));
}

const HEADER_BYTES = 44;
const BYTES_PER_SECOND = 32_000;

/** A WAV like the recordings, whose samples are all zero. */
export function silentWav(seconds: number): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(HEADER_BYTES + seconds * BYTES_PER_SECOND);
  wav.set(readSpeech("0880.wav").subarray(0, HEADER_BYTES));
  const header = new DataView(wav.buffer);
  header.setUint32(4, wav.length - 8, true);
  header.setUint32(HEADER_BYTES - 4, wav.length - HEADER_BYTES, true);
  return wav;
}
