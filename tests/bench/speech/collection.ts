import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod/mini";

/** A recording and what is said in it. */
export interface Recording {
  name: string;
  wav: Uint8Array<ArrayBuffer>;
  seconds: number;
  text: string;
}

/** The recordings of a folder, and the terms of the trade that count apart. */
export interface Collection {
  name: string;
  recordings: Recording[];
  terms: string[];
}

const textsSchema = z.record(z.string(), z.string());

/**
 * Reads a folder with WAV files. What is said in `a.wav` stands in `a.txt`, or under `a.wav` in
 * `texts.json`; an empty text is a recording without speech. `terms.txt` may list terms, one a line.
 * @throws Error for a folder without recordings, and for a recording without a text
 */
export function readCollection(folder: string): Collection {
  const read = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  };
  const texts = textsSchema.parse(JSON.parse(read("texts.json") ?? "{}"));
  const recordings = readdirSync(folder)
    .filter((name) => name.endsWith(".wav"))
    .sort()
    .map((name): Recording => {
      const text = texts[name] ?? read(name.replace(/wav$/, "txt"));
      if (text === null) throw new Error(`What is said in ${join(folder, name)} is not written.`);
      const wav = new Uint8Array(readFileSync(join(folder, name)));
      return { name, wav, text, seconds: secondsOf(wav) };
    });
  if (recordings.length === 0) throw new Error(`There is no WAV file in ${folder}.`);
  const terms = (read("terms.txt") ?? "").split("\n").map((line) => line.trim());
  return { name: basename(folder), recordings, terms: terms.filter((term) => term !== "") };
}

const HEADER_BYTES = 44;
const BYTE_RATE_AT = 28;

function secondsOf(wav: Uint8Array<ArrayBuffer>): number {
  const bytesPerSecond = new DataView(wav.buffer).getUint32(BYTE_RATE_AT, true);
  return (wav.length - HEADER_BYTES) / bytesPerSecond;
}
