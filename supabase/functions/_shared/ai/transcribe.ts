import { z } from "zod/mini";
import { TRANSCRIPTION_LIMIT } from "../contracts/voice-transcribe.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { storableText } from "../request/storable-text.ts";
import { callProvider } from "./call.ts";
import type { AiTurn } from "./turn.ts";
import { readUsage } from "./usage.ts";

const replySchema = z.object({ text: z.string(), usage: z.optional(z.unknown()) });

/**
 * Sends a recording to the provider and returns its transcription, word for word.
 * @param recording its bytes are sent unchanged, with its name and type.
 * @returns the trimmed text, no longer than the database keeps; empty when nothing was said.
 * @throws AiFailure
 */
export async function transcribe(
  endpoint: AiEndpoint,
  model: string,
  recording: File,
  turn: AiTurn,
): Promise<string> {
  const call = { model, baseUrl: endpoint.baseUrl, usage: null as ReturnType<typeof readUsage> };
  turn.calls.push(call);

  const body = new FormData();
  body.set("file", recording, recording.name);
  body.set("model", model);
  body.set("response_format", "json");
  const reply = await callProvider(
    {
      endpoint,
      path: "/audio/transcriptions",
      body,
      attemptLimit: attemptLimit(recording.size),
      read: (json) => replySchema.safeParse(json).data ?? null,
    },
    turn,
  );
  call.usage = readUsage(reply.usage);
  return storableText(reply.text.trim(), TRANSCRIPTION_LIMIT);
}

// Speech at 32 kbit/s is 240 kB a minute: a note of five minutes may take half a minute.
function attemptLimit(bytes: number): number {
  return 20_000 + bytes / 100;
}
