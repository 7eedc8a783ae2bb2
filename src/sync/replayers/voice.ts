import { voicePayloadSchema } from "@contracts/queue-item.ts";
import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import type { Replayer } from "./replayer.ts";
import { step } from "./step.ts";
import { writeLog } from "./write-log.ts";

/**
 * Sends a voice note: has the recording transcribed, then writes its history row with the same id.
 */
export const replayVoice: Replayer = async (attempt) => {
  const { item, db, backend, signal } = attempt;
  const { mimeType } = voicePayloadSchema.parse(item.payload);
  const transcribed = await step(attempt, "transcribe", voiceTranscribeReplySchema, async () =>
    backend.functions.voiceTranscribe(
      { ...(await attempt.content()), mimeType, capturedAt: item.capturedAt },
      { personId: db.personId, key: item.id, signal },
    ),
  );
  if (transcribed.kind !== "ok") return transcribed;
  const reply = transcribed.value;
  const log = await writeLog(attempt, {
    agent_type: "voice",
    input_type: "voice",
    input_data: reply.transcription,
    output: reply.summary,
  });
  return log.kind === "ok" ? { kind: "ok", value: { reply, log: log.value } } : log;
};
