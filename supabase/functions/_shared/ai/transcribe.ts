import { z } from "zod/mini";
import type { Profile } from "../contracts/person.ts";
import type { SpokenTerm } from "../contracts/vocabulary.ts";
import {
  doubtSchema,
  RECORDED_BYTES_PER_MS,
  TRANSCRIPTION_LIMIT,
  type VoiceTranscribeReply,
} from "../contracts/voice-transcribe.ts";
import type { Environment } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { callProvider } from "./call.ts";
import { AiFailure } from "./failure.ts";
import { OWN_TRANSCRIBER } from "./prices.ts";
import { AI_BUDGET_MS, type AiTurn } from "./turn.ts";

const replySchema = z.object({
  text: z.string(),
  /** Of the own transcriber alone. */
  doubts: z.optional(z.array(doubtSchema)),
});

/**
 * Sends a recording to the provider and returns its transcription, word for word.
 * @param recording its bytes are sent unchanged, with its name and type.
 * @returns the trimmed text, no longer than the database keeps, empty when nothing was said; and the
 *   words of it that the transcriber was unsure of, if it tells any
 * @throws AiFailure
 */
export async function transcribe(
  ai: Environment["ai"],
  hints: TranscriptionHints,
  recording: File,
  turn: AiTurn,
): Promise<Pick<VoiceTranscribeReply, "transcription" | "doubts">> {
  const { transcribe: endpoint, transcribeModel: model, transcribeRealTimeFactor: factor } = ai;
  if (!endpoint) throw new AiFailure("not_configured", "No AI provider is set up.");
  const body = new FormData();
  body.set("file", recording, recording.name);
  body.set("model", model);
  body.set("response_format", "json");
  for (const [field, value] of Object.entries(hints)) body.set(field, value);
  const reply = await callProvider<z.infer<typeof replySchema>>(
    {
      ...{ endpoint, model, path: "/audio/transcriptions", body },
      attemptLimit:
        factor > 0
          ? transcriptionBudget(recording.size, factor)
          : // Speech at 32 kbit/s is 240 kB a minute: a note of five minutes may take half a minute.
            20_000 + recording.size / 100,
      read: (json, text, { headers }) =>
        // Some servers answer with the words alone.
        headers.get("Content-Type")?.startsWith("text/plain") === true && json === null
          ? { text }
          : (replySchema.safeParse(json).data ?? null),
    },
    turn,
  );
  const transcription = storableText(heardText(reply.text, hints.prompt), TRANSCRIPTION_LIMIT);
  const words = transcription.split(/\s+/);
  const doubts = (reply.doubts ?? []).filter(({ place, text }) => words[place] === text);
  return { transcription, ...(doubts.length > 0 && { doubts }) };
}

/** How long the provider may take for all of a request with a recording, in milliseconds. */
export function transcriptionBudget(bytes: number, realTimeFactor: number): number {
  return AI_BUDGET_MS + Math.ceil((bytes / RECORDED_BYTES_PER_MS) * realTimeFactor);
}

/** What transcribers write for sounds that are no speech: "[BLANK_AUDIO]", "(silence)", "[Music]", "♪". */
const NO_SPEECH =
  /[[(*]\s*(?:blank[ _]?audio|silence|no (?:speech|audio|sound)|inaudible|music(?: playing)?|musik|música|musique|applause|applaus|noise|background noise|sound|stille|silencio|silence)\s*[\])*]|♪/gi;

/**
 * Sentences of films' subtitles that transcribers invent over silence. A note that consists of them
 * holds no speech: nobody says only this into it.
 */
const INVENTED = [
  /^thank(?:s| you)(?: so much| very much)? for (?:watching|listening|your attention)$/,
  /^(?:please )?(?:like and )?subscribe(?: to (?:my|our|the) channel)?$/,
  /^(?:see|i'll see) you (?:in the )?next (?:video|time)$/,
  /^(?:subtitles|captions|transcription|transcribed|translated|subtitles? (?:created|provided)) by\b.*$/,
  /^.*\bamara\.?\s?org\b.*$/,
  /^(?:untertitel(?:ung)?|sous-titr(?:es|age)|subt(?:í|i)tulos)\b.*$/,
  /^vielen dank f(?:ü|u)rs? (?:zuschauen|zusehen|zuh(?:ö|o)ren)$/,
  /^merci d'avoir regard(?:é|e)(?: (?:cette|la) vid(?:é|e)o)?$/,
  /^gracias por ver(?: el v(?:í|i)deo)?$/,
];

/**
 * The words of a transcription, without what a transcriber writes where nobody speaks.
 * @param prompt what the transcriber was told before: some repeat it over silence
 * @returns "" when nothing was said
 */
export function heardText(transcription: string, prompt: string | undefined): string {
  const text = transcription
    .replaceAll(NO_SPEECH, " ")
    .replaceAll(/[^\S\n]*\n\s*/g, "\n")
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .trim();
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n/)
    .map(plain)
    .filter((each) => each !== "");
  const isInvented = sentences.every((sentence) => INVENTED.some((form) => form.test(sentence)));
  const isEcho = prompt !== undefined && text !== "" && plain(text) === plain(prompt);
  return isInvented || isEcho ? "" : text;
}

function plain(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "")
    .replaceAll(/\s+/g, " ");
}

/** What a transcriber is told before it listens: fields of OpenAI's API, without those not known. */
type TranscriptionHints = ReturnType<typeof transcriptionHints>;

/**
 * Longest prompt for a provider, in characters: OpenAI's Whisper reads the last 224 tokens of it, and
 * codes take many.
 */
const PROMPT_LIMIT = 800;

/** What the work reads of `vocabulary_terms`. */
export const spokenTermsSchema = z.array(
  z.object({ term: z.string(), heard: z.nullable(z.string()) }),
);

/**
 * The vocabulary of the caller's company, as the prompt, and the language that they chose. A provider
 * gets as many terms as fit, the newest first, separated by commas. The own transcriber gets all as
 * JSON, a list of `{term, heard}`, by which it corrects what it has heard.
 */
export function transcriptionHints(
  terms: readonly SpokenTerm[],
  { id, speech_language }: Pick<Profile, "id" | "speech_language">,
  model: string,
) {
  const isOwn = model === OWN_TRANSCRIBER;
  const prompt = isOwn ? JSON.stringify(terms) : joinTerms(terms);
  return {
    ...(terms.length > 0 && { prompt }),
    ...(speech_language !== null && { language: speech_language }),
    // People take turns at the own transcriber.
    ...(isOwn && { user: id }),
  };
}

function joinTerms(terms: readonly SpokenTerm[]): string {
  let prompt = "";
  // A term with several heard forms is there once.
  for (const term of new Set(terms.map(({ term }) => term))) {
    const longer = prompt === "" ? term : `${prompt}, ${term}`;
    if (longer.length <= PROMPT_LIMIT) prompt = longer;
  }
  return prompt;
}
