// Measures how well and how fast the server's own model turns speech into text:
//   npm run bench:speech -- [<folder> …]
// Each folder holds WAV files and what is said in them, in a `.txt` of the same name or in
// `texts.json` (empty: nothing is said), and may list terms of the trade in `terms.txt`, one a line, to
// count them apart. By default it is the tests' own folder.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { denoBinary } from "../../supabase/embedded/setup/run-deno.mjs";
import { CALLER_KEY } from "../../supabase/embedded/transcriber/caller-key.ts";
import { wordErrors, wordsIn } from "../support/word-errors.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const given = process.argv.slice(2);
const folders = given.length > 0 ? given : [pathOf("../fixtures/speech")];

/** The process with which the embedded backend transcribes. */
const key = randomUUID();
const script = pathOf("../../supabase/embedded/transcriber/transcriber-child.ts");
const child = spawn(denoBinary(), ["run", "--quiet", "--allow-all", script], {
  stdio: ["pipe", "pipe", "inherit"],
  env: { ...process.env, [CALLER_KEY]: key },
});
process.once("exit", () => child.kill("SIGKILL"));
const [line] = await once(createInterface({ input: child.stdout }), "line");
const url = `http://127.0.0.1:${/\d+$/.exec(String(line))?.[0]}/v1/audio/transcriptions`;

const table: Record<string, object> = {};
for (const folder of folders) table[basename(folder)] = await measure(folder);
console.table(table);
process.exit(0);

async function measure(folder: string): Promise<object> {
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : null;
  const texts: Record<string, string> = JSON.parse(read("texts.json") ?? "{}");
  const terms = (read("terms.txt") ?? "").split("\n").filter((term) => term.trim() !== "");
  const sums = { words: 0, wrong: 0, took: 0, seconds: 0, said: 0, heard: 0 };
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".wav"))) {
    const said = texts[name] ?? read(name.replace(/wav$/, "txt"));
    if (said === null) throw new Error(`What is said in ${join(folder, name)} is not written.`);
    const wav = readFileSync(join(folder, name));
    const begun = performance.now();
    const heard = await transcribe(wav);
    sums.took += (performance.now() - begun) / 1000;
    // The header tells the bytes of a second.
    sums.seconds += (wav.length - 44) / wav.readUInt32LE(28);
    sums.words += wordsIn(said).length;
    sums.wrong += wordErrors(said, heard);
    for (const term of terms) {
      sums.said += occurrences(term, said);
      sums.heard += Math.min(occurrences(term, said), occurrences(term, heard));
    }
  }
  return {
    ...{ words: sums.words, wrong: sums.wrong, "wrong, %": (100 * sums.wrong) / sums.words },
    "s for a second": (sums.took / sums.seconds).toFixed(3),
    "terms heard": `${sums.heard} of ${sums.said}`,
  };
}

async function transcribe(wav: Buffer<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.set("file", new File([wav], "recording.wav", { type: "audio/wav" }));
  body.set("model", "moonshine-base");
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(url, { method: "POST", headers, body });
  if (!reply.ok) throw new Error(`The transcriber answers ${reply.status}`);
  return String(((await reply.json()) as { text: unknown }).text);
}

/** How often a term is in a text, word for word. */
function occurrences(term: string, text: string): number {
  const words = ` ${wordsIn(text).join(" ")} `;
  return words.split(` ${wordsIn(term).join(" ")} `).length - 1;
}
