// Transcribes: `deno run model-child.ts <size>`. Each line of standard input is a WAV file in base64, and
// is answered with its text as a line of JSON.
import { stdin } from "node:process";
import { createInterface } from "node:readline";
import { decodeAudio } from "../../../../src/understanding/speech/decode-audio.ts";
import { Transcriber, textOf } from "../../../../src/understanding/speech/transcriber.ts";
import {
  openOnnx,
  readSpeechModels,
} from "../../../../supabase/embedded/transcriber/speech-models.ts";

const size = process.argv[2] === "tiny" ? "tiny" : "base";
const transcriber = await Transcriber.load(await openOnnx(), await readSpeechModels(size));

for await (const line of createInterface({ input: stdin })) {
  const pieces: { text: string }[] = [];
  const sound = await decodeAudio(Uint8Array.from(Buffer.from(line, "base64")));
  for await (const piece of transcriber.transcribe(sound)) pieces.push(piece);
  console.log(JSON.stringify(textOf(pieces)));
}
process.exit(0);
