import { z } from "zod/mini";
import { RECORDED_BYTES_PER_MS, TRANSCRIPTION_LIMIT } from "../contracts/voice-transcribe.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { callProvider } from "./call.ts";
import { heardText } from "./heard-text.ts";
import type { TranscriptionHints } from "./transcription-hints.ts";
import { AI_BUDGET_MS, type AiTurn, makeCall } from "./turn.ts";

const replySchema = z.object({ text: z.string() });
type TranscriptionReply = z.infer<typeof replySchema>;

/** Who transcribes. */
export interface TranscriptionProvider {
  endpoint: AiEndpoint;
  model: string;
  /** The part of a recording's length that it takes; 0 for one that is fast. */
  realTimeFactor: number;
  hints: TranscriptionHints;
}

/**
 * Sends a recording to the provider and returns its transcription, word for word.
 * @param recording its bytes are sent unchanged, with its name and type.
 * @returns the trimmed text, no longer than the database keeps; empty when nothing was said.
 * @throws AiFailure
 */
export async function transcribe(
  { endpoint, model, realTimeFactor, hints }: TranscriptionProvider,
  recording: File,
  turn: AiTurn,
): Promise<string> {
  const body = new FormData();
  body.set("file", recording, recording.name);
  body.set("model", model);
  body.set("response_format", "json");
  for (const [field, value] of Object.entries(hints)) body.set(field, value);
  const reply = await makeCall(turn, { model, baseUrl: endpoint.baseUrl }, (call) =>
    callProvider<TranscriptionReply>(
      {
        endpoint,
        path: "/audio/transcriptions",
        body,
        call,
        attemptLimit:
          realTimeFactor > 0
            ? transcriptionBudget(recording.size, realTimeFactor)
            : attemptLimit(recording.size),
        read: (json, text, { headers }) =>
          // Some servers answer with the words alone.
          headers.get("Content-Type")?.startsWith("text/plain") === true && json === null
            ? { text }
            : (replySchema.safeParse(json).data ?? null),
      },
      turn,
    ),
  );
  return storableText(heardText(reply.text, hints.prompt), TRANSCRIPTION_LIMIT);
}

/** How long the provider may take for all of a request with a recording, in milliseconds. */
export function transcriptionBudget(bytes: number, realTimeFactor: number): number {
  return AI_BUDGET_MS + Math.ceil((bytes / RECORDED_BYTES_PER_MS) * realTimeFactor);
}

// Speech at 32 kbit/s is 240 kB a minute: a note of five minutes may take half a minute.
function attemptLimit(bytes: number): number {
  return 20_000 + bytes / 100;
}
