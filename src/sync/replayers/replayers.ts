import { changePayloadSchema } from "@contracts/entry-change.ts";
import {
  feedbackPayloadSchema,
  photoPayloadSchema,
  voicePayloadSchema,
} from "@contracts/queue-item.ts";
import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import type { EngineOptions } from "../engine/attempt.ts";
import { replayQuestion } from "./question.ts";
import { type Replayer, step, transcribeRecording, writeLog } from "./replayer.ts";

/** Sends a person's rating of an answer. The server keeps the newest, however often it is sent. */
const replayFeedback: Replayer = async ({ item, db, backend, signal }) => {
  const rating = feedbackPayloadSchema.parse(item.payload);
  const stored = await backend.tables.rateAnswer(
    db.personId,
    { ...rating, itemId: item.id },
    signal,
  );
  return stored.kind === "ok" ? { kind: "ok", value: { rating: stored.value } } : stored;
};

/** Sends what a person changed about an entry; it may arrive before the entry. */
const replayChange: Replayer = async ({ item, db, backend, signal }) => {
  const change = changePayloadSchema.parse(item.payload);
  const isText = change.kind === "correction";
  const row = {
    id: item.id,
    entry_id: change.entryId,
    user_id: db.personId,
    kind: isText ? ("text" as const) : ("job" as const),
    job_id: isText ? null : change.jobId,
    transcription: isText ? change.transcription : null,
    summary: isText ? change.summary : null,
    revision: change.revision,
    changed_at: new Date(item.capturedAt).toISOString(),
  };
  const stored = await backend.tables.addEntryChange(row, signal);
  return stored.kind === "ok" ? { kind: "ok", value: { change: stored.value } } : stored;
};

/** Sends a photo: has it diagnosed, then writes its history row with the same id. */
const replayPhoto: Replayer = async (attempt) => {
  const { item, db, backend, signal } = attempt;
  const { note } = photoPayloadSchema.parse(item.payload);
  const analysed = await step(attempt, "analyse", snapProcessReplySchema, async () => {
    const [bytes] = (await attempt.content()).chunks;
    if (bytes === undefined) {
      const message = "The photo is not on this device any more.";
      return { kind: "never", code: "photo_missing", message };
    }
    const call = { personId: db.personId, key: item.id, signal };
    return backend.functions.snapProcess({ bytes, note }, call);
  });
  if (analysed.kind !== "ok") return analysed;
  const reply = analysed.value;
  const log = await writeLog(attempt, {
    agent_type: "snap",
    input_type: "image",
    input_data: note,
    output: reply.analysis,
  });
  return log.kind === "ok" ? { kind: "ok", value: { reply, log: log.value } } : log;
};

/**
 * Sends a voice note: has the recording transcribed, then writes its history row with the same id.
 */
const replayVoice: Replayer = async (attempt) => {
  const { mimeType } = voicePayloadSchema.parse(attempt.item.payload);
  const transcribed = await transcribeRecording(attempt, mimeType, attempt.item.id);
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

/** The replayer of each kind of item, in a page and in the worker. */
export const REPLAYERS: EngineOptions["replayers"] = {
  voice: replayVoice,
  photo: replayPhoto,
  question: replayQuestion,
  feedback: replayFeedback,
  assignment: replayChange,
  correction: replayChange,
};
