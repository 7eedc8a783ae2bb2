// The process that turns speech into text, with OpenAI's API: `POST /v1/audio/transcriptions` with
// the multipart fields `file`, `model`, `response_format=json` and `user`, the id of the person whose
// turn it takes, is answered with
// `{"text": …, "doubts": […], "usage": {"type": "duration", "seconds": …}}`; `doubts` are the words
// of the text that the model was unsure of. `prompt` is the vocabulary of the
// speaker's company, as JSON: a list of `{"term": …, "heard": … or null}`; the model is not told of
// it, but what it heard is corrected with it. `language` is ignored: the model knows English, and
// says of speech in other languages that it is unclear. It answers those who have the key with
// which it was started, loads the model for the first of them, and ends when its standard input
// closes.

import { z } from "zod/mini";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import { prepareVocabulary } from "../../../src/understanding/speech/corrections/company-vocabulary.ts";
import { correctPieces } from "../../../src/understanding/speech/corrections/corrections.ts";
import {
  decodeAudio,
  TooLong,
  Undecodable,
} from "../../../src/understanding/speech/decode-audio.ts";
import { findDoubts } from "../../../src/understanding/speech/doubts.ts";
import {
  joinPieces,
  loadTranscriber,
  type SpokenPiece,
  type Transcriber,
} from "../../../src/understanding/speech/transcriber.ts";
import { SAMPLE_RATE } from "../../../src/understanding/speech/voice-detector.ts";
import { leaveSignalsToParent } from "../functions/deno-child.ts";
import { QueueFull } from "../http/fair-queue.ts";
import { listen } from "../http/listen.ts";
import { CALLER_KEY, hasKey, refusal } from "./caller-key.ts";
import { openOnnx, readSpeechModels } from "./speech-models.ts";
import { TranscriptionJobs } from "./transcription-jobs.ts";

/** What a caller waits when the queue is full, and when the model cannot be loaded, in seconds. */
const QUEUE_PAUSE = 20;
const BROKEN_PAUSE = 600;

const key = Deno.env.get(CALLER_KEY);
if (!key) throw new Error(`${CALLER_KEY} is not set`);
const [modelsDir] = Deno.args;

let loading: Promise<Transcriber> | undefined;

class ModelMissing extends Error {}

async function load(): Promise<Transcriber> {
  try {
    const [onnx, models] = [await openOnnx(modelsDir), await readSpeechModels("base", modelsDir)];
    return await loadTranscriber(onnx, models);
  } catch (error) {
    loading = undefined;
    console.log(`Speech cannot be transcribed, the model does not load: ${error}`);
    throw new ModelMissing();
  }
}

const jobs = new TranscriptionJobs(async (recording, takeTurn) => {
  // A file that cannot be decoded needs no model.
  const decoded = await decodeAudio(recording);
  loading ??= load();
  const transcriber = await loading;
  let samples = 0;
  async function* counted(sound: AsyncIterable<Float32Array>) {
    for await (const part of sound) {
      // Parts may be empty.
      await takeTurn();
      samples += part.length;
      yield part;
    }
  }
  const pieces: SpokenPiece[] = [];
  const sound = counted(decoded);
  for await (const piece of transcriber.transcribe(sound, takeTurn)) pieces.push(piece);
  return { pieces, seconds: samples / SAMPLE_RATE };
});

const vocabularySchema = z.array(z.object({ term: z.string(), heard: z.nullable(z.string()) }));

leaveSignalsToParent();

const { address } = await listen({ host: "127.0.0.1", port: 0 }, async (request) => {
  if (!hasKey(request, key)) return refusal(401, "Only the backend calls the transcriber.");
  if (new URL(request.url).pathname !== "/v1/audio/transcriptions") {
    return refusal(404, "There is nothing here.");
  }
  if (request.method !== "POST") return refusal(405, "Send the recording with POST.");
  try {
    const form = await request.formData();
    const file = form.get("file");
    if (!(file instanceof File)) return refusal(400, "The field file is missing.");
    if ((form.get("response_format") ?? "json") !== "json") {
      return refusal(400, "The only response_format is json.");
    }
    const prompt = parseJson(String(form.get("prompt") ?? "[]"));
    const vocabulary = vocabularySchema.safeParse(prompt).data;
    if (!vocabulary) return refusal(400, "The field prompt is no list of terms.");
    const person = String(form.get("user") ?? "");
    const { pieces, seconds } = await jobs.result(person, await file.bytes(), request.signal);
    const corrected = correctPieces(pieces, prepareVocabulary(vocabulary));
    const text = joinPieces(corrected);
    // The words of an unclear piece are guesses, which the text does not have.
    const known = corrected.map((piece) => (piece.isUnclear ? { ...piece, words: [] } : piece));
    const usage = { type: "duration", seconds };
    return Response.json({ text, doubts: findDoubts(known), usage });
  } catch (error) {
    if (error instanceof TooLong) return refusal(413, error.message);
    if (error instanceof Undecodable) return refusal(415, error.message);
    if (error instanceof QueueFull) return refusal(503, error.message, QUEUE_PAUSE);
    if (error instanceof ModelMissing) return refusal(503, "No model.", BROKEN_PAUSE);
    if (!request.signal.aborted) console.error("A recording could not be transcribed:", error);
    return refusal(500, "The recording could not be transcribed.");
  }
});
console.log(`listening on ${new URL(address).port}`);

for await (const _ of Deno.stdin.readable);
Deno.exit(0);
