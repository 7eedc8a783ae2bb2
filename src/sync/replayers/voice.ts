import { type AgentLog, OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import { voicePayloadSchema } from "@contracts/queue-item.ts";
import {
  type VoiceTranscribeReply,
  voiceTranscribeReplySchema,
} from "@contracts/voice-transcribe.ts";
import type { Outcome } from "../../backend/outcome.ts";
import { readRecordingBytes } from "../../mirror/recordings.ts";
import type { Arrival, Attempt, Replayer } from "../replayer.ts";

/** A voice note: the recording is transcribed, then its history row is written under the same id. */
export const replayVoice: Replayer = async (attempt) => {
  const transcribed = await transcribe(attempt);
  if (transcribed.kind !== "ok") return transcribed;
  return writeLog(attempt, transcribed.value);
};

async function transcribe(attempt: Attempt): Promise<Outcome<VoiceTranscribeReply>> {
  const { item, db, backend, signal } = attempt;
  const before = voiceTranscribeReplySchema.safeParse(item.steps.transcribe);
  if (before.success) return { kind: "ok", value: before.data };
  const outcome = await backend.functions.voiceTranscribe(
    {
      chunks: await readRecordingBytes(db, item.id),
      mimeType: voicePayloadSchema.parse(item.payload).mimeType,
      capturedAt: item.capturedAt,
    },
    { personId: db.personId, key: item.id, signal },
  );
  if (outcome.kind === "ok") await attempt.recordStep("transcribe", outcome.value);
  return outcome;
}

async function writeLog(attempt: Attempt, reply: VoiceTranscribeReply): Promise<Outcome<Arrival>> {
  const { item, db, backend, signal } = attempt;
  const row = {
    id: item.id,
    user_id: db.personId,
    agent_type: "voice",
    input_type: "voice",
    input_data: reply.transcription,
    output_summary: reply.summary.slice(0, OUTPUT_SUMMARY_LIMIT),
    captured_at: new Date(item.capturedAt).toISOString(),
  } as const;
  const written = await backend.tables.addAgentLog(row, signal);
  if (written.kind !== "ok") return written;
  // Null: an earlier attempt wrote it. Its own time comes with the next refresh of the history.
  const log: AgentLog = written.value ?? {
    ...row,
    created_at: new Date(attempt.now()).toISOString(),
  };
  return { kind: "ok", value: { reply, log } };
}
