import { readFileSync } from "node:fs";
import texts from "../fixtures/speech/texts.json" with { type: "json" };

const folder = new URL("../fixtures/speech/", import.meta.url);

/** A recording of a real voice, and what it says. */
export interface RecordedSpeech {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  text: string;
}

/** The recordings, one sentence each. */
export const RECORDED_SPEECH: readonly RecordedSpeech[] = Object.entries(texts).map(
  ([name, text]) => ({ name, bytes: readSpeech(name), text }),
);

export function readSpeech(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, folder)));
}
