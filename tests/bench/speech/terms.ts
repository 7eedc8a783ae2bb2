// Measures how many words of the trade a transcription has, as it was heard and corrected with a
// company's vocabulary, and what the corrections do to ordinary words. Voices of Debian's espeak-ng and
// flite say the sentences of `tests/fixtures/trade-terms/`: `npm run bench:terms`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { prepareVocabulary } from "../../../src/understanding/speech/corrections/company-vocabulary.ts";
import { correctPieces } from "../../../src/understanding/speech/corrections/corrections.ts";
import { decodeAudio } from "../../../src/understanding/speech/decode-audio.ts";
import {
  type SpokenPiece,
  Transcriber,
  textOf,
} from "../../../src/understanding/speech/transcriber.ts";
import {
  openOnnx,
  readSpeechModels,
} from "../../../supabase/embedded/transcriber/speech-models.ts";
import { figuresOf, readSentence, sumOf, type TermFigures } from "./term-figures.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/trade-terms/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "terms-"));
const wav = join(folder, "said.wav");

const VOICES: Readonly<Record<string, (text: string) => readonly string[]>> = {
  "espeak-ng en-us": (text) => ["espeak-ng", "-v", "en-us", "-s", "150", "-w", wav, text],
  "flite slt": (text) => ["flite", "-voice", "slt", "-t", text, "-o", wav],
  "flite rms": (text) => ["flite", "-voice", "rms", "-t", text, "-o", wav],
};
const HALVES = ["tuning", "held-out"];

function linesOf(name: string): string[] {
  return readFileSync(join(fixtures, `${name}.txt`), "utf8")
    .trim()
    .split("\n");
}

function say(voice: string, text: string): Uint8Array {
  const [program = "", ...args] = VOICES[voice]?.(text) ?? [];
  const { status, error } = spawnSync(program, args);
  if (error || status !== 0) {
    console.error(`${program} does not run. On Debian: apt-get install espeak-ng flite`);
    process.exit(1);
  }
  return readFileSync(wav);
}

function printed(name: string, bare: TermFigures, corrected: TermFigures): string {
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const row = (key: "found" | "asWritten" | "mistakes", whole: "terms" | "ordinary") =>
    `${percent(bare[key], bare[whole])} -> ${percent(corrected[key], corrected[whole])}`;
  return [
    name.padEnd(30),
    `terms ${row("found", "terms")}`.padEnd(28),
    `as written ${row("asWritten", "terms")}`.padEnd(33),
    `mistakes in ordinary words ${row("mistakes", "ordinary")}`,
  ].join(" | ");
}

const halves = HALVES.map((name) => ({ name, sentences: linesOf(name).map(readSentence) }));
const said = halves
  .flatMap(({ sentences }) => sentences.flatMap(({ parts }) => parts))
  .filter(({ isTerm }) => isTerm)
  .map(({ text }) => text);
const terms = [...new Set([...said, ...linesOf("other-terms")])];
const vocabulary = prepareVocabulary(terms.map((term) => ({ term, heard: null })));
console.log(`${terms.length} terms in the vocabulary`);

try {
  for (const size of ["tiny", "base"] as const) {
    const transcriber = await Transcriber.load(await openOnnx(), await readSpeechModels(size));
    for (const { name, sentences } of halves) {
      const bare: TermFigures[] = [];
      const corrected: TermFigures[] = [];
      for (const voice of Object.keys(VOICES)) {
        const from = bare.length;
        for (const sentence of sentences) {
          const sound = await decodeAudio(say(voice, sentence.spoken));
          const pieces: SpokenPiece[] = [];
          for await (const piece of transcriber.transcribe(sound)) pieces.push(piece);
          bare.push(figuresOf(sentence, textOf(pieces)));
          corrected.push(figuresOf(sentence, textOf(correctPieces(pieces, vocabulary))));
        }
        const title = `${name}, ${size}, ${voice}`;
        console.log(printed(title, sumOf(bare.slice(from)), sumOf(corrected.slice(from))));
      }
      console.log(printed(`${name}, ${size}, all`, sumOf(bare), sumOf(corrected)));
    }
    await transcriber.release();
  }
} finally {
  rmSync(folder, { recursive: true });
}
