// Measures how well and how fast speech becomes text, side by side for everybody who can do it here:
//   npm run bench:speech -- [--only=server,tiny] [--show] [<folder> …]
// Each folder holds WAV files and what is said in them (`collection.ts`); by default it is the tests'
// own. `--show` prints what was heard wrongly. It fetches nothing; a provider is called if one is set
// (OPENAI_API_KEY, AI_TRANSCRIBE_BASE_URL, …).
import { fileURLToPath } from "node:url";
import { wordErrors } from "../../support/word-errors.ts";
import { type Collection, readCollection } from "./collection.ts";
import type { Entrant } from "./contender.ts";
import { device } from "./contenders/device.ts";
import { model } from "./contenders/model.ts";
import { provider } from "./contenders/provider.ts";
import { server } from "./contenders/server.ts";
import { figuresOf, type Hearing } from "./figures.ts";

/** Whoever else transcribes is added here. */
const ENTRANTS: readonly Entrant[] = [
  ...[server, model("base"), model("tiny")],
  ...[device("small", 1), device("better", 1), device("small", 4), device("better", 4)],
  provider,
];

const own = fileURLToPath(new URL("../../fixtures/speech", import.meta.url));
const { options, folders } = readArguments(process.argv.slice(2));
const collections = folders.map(readCollection);
for (const { name, recordings } of collections) {
  const minutes = recordings.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  console.log(`${name}: ${recordings.length} recordings, ${minutes.toFixed(1)} minutes`);
}

const table: Record<string, Record<string, string | number>> = {};
for (const entrant of ENTRANTS.filter(({ name }) => isWanted(name))) {
  await run(entrant);
}
console.table(table);
process.exit(0);

function readArguments(words: readonly string[]) {
  const options = words.filter((word) => word.startsWith("--"));
  const folders = words.filter((word) => !word.startsWith("--"));
  return { options, folders: folders.length > 0 ? folders : [own] };
}

function isWanted(name: string): boolean {
  const only = options.find((option) => option.startsWith("--only="))?.slice("--only=".length);
  return only === undefined || only.split(",").some((part) => name.includes(part));
}

async function run({ name, open }: Entrant): Promise<void> {
  const begun = performance.now();
  const contender = await open();
  if (!contender) return console.log(`${name}: not set up`);
  const [first] = collections.flatMap(({ recordings }) => recordings);
  // The first one loads the model and is not counted; a server that remembers must hear it anew.
  if (first) await contender.transcribe(first.wav.with(-1, (first.wav.at(-1) ?? 0) ^ 1));
  const ready = (performance.now() - begun) / 1000;
  try {
    for (const collection of collections) {
      const hearings = await hearAll(contender.transcribe, collection);
      const { words, wrong, ...figures } = figuresOf(hearings, collection.terms);
      const memory = contender.peakMemory();
      table[`${name}, ${collection.name}`] = {
        words,
        wrong,
        "WER %": words > 0 ? ((100 * wrong) / words).toFixed(1) : "–",
        "s per s": figures.timePerSecond.toFixed(3),
        "terms heard": figures.termsSaid > 0 ? `${figures.termsHeard}/${figures.termsSaid}` : "–",
        "first after s": ready.toFixed(1),
        "peak MB": memory === null ? "–" : Math.round(memory / 1e6),
      };
    }
  } finally {
    await contender.close();
  }
}

async function hearAll(
  transcribe: (wav: Uint8Array<ArrayBuffer>) => Promise<string>,
  { recordings }: Collection,
): Promise<Hearing[]> {
  const hearings: Hearing[] = [];
  for (const { name, wav, seconds, text } of recordings) {
    const begun = performance.now();
    const heard = await transcribe(wav);
    const took = (performance.now() - begun) / 1000;
    hearings.push({ said: text, heard, seconds, took });
    const wrong = wordErrors(text, heard);
    if (wrong > 0 && options.includes("--show")) {
      console.log(`${name}: ${wrong} wrong\n  said:  ${text.trim()}\n  heard: ${heard}`);
    }
  }
  return hearings;
}
