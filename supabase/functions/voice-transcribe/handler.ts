import { z } from "zod/mini";
import { mayPass } from "../_shared/ai/call.ts";
import { chat, withCutOffNote } from "../_shared/ai/chat.ts";
import { AiFailure } from "../_shared/ai/failure.ts";
import { fillTranscription } from "../_shared/ai/prompts.ts";
import { transcribe, transcriptionBudget, transcriptionHints } from "../_shared/ai/transcribe.ts";
import { VOCABULARY_LIMIT } from "../_shared/contracts/vocabulary.ts";
import { doubtSchema, type VoiceTranscribeReply } from "../_shared/contracts/voice-transcribe.ts";
import { agentFunction, type WorkContext } from "../_shared/request/agent-request.ts";
import { storableText } from "../_shared/request/storable-text.ts";
import { parseVoice, type SentRecording } from "./recording.ts";

/**
 * `voice-transcribe`: answers with the transcription of a recording and a suggested summary, or with a
 * new summary of a transcription that its person has changed.
 */
export const createHandler = agentFunction({
  name: "voice-transcribe",
  agent: "voice",
  action: "transcribe",
  prompts: ["voice_agent_system_prompt", "voice_agent_user_prompt"],
  mostTerms: VOCABULARY_LIMIT,
  parse: parseVoice,
  budget: (input, { ai }) =>
    transcriptionBudget("audio" in input ? input.audio.size : 0, ai.transcribeRealTimeFactor),

  async work(input, context) {
    const { prompt, turn } = context;
    const { ai } = context.environment;

    const kept = keptSchema.safeParse(context.kept).data;
    const heard = kept?.heard ?? ("audio" in input ? await hear(input, context) : input);
    const { transcription } = heard;
    type Reasons = Pick<VoiceTranscribeReply, "no_summary" | "summary_failed">;
    const answer = (summary: string, reasons: Reasons = {}) => ({
      reply: { success: true, ...heard, summary, ...reasons } satisfies VoiceTranscribeReply,
      output: [transcription, summary].filter(Boolean).join("\n\n"),
    });
    if (transcription === "") return answer("");
    if (!ai.chat) return answer("", { no_summary: "no_chat_provider" });

    const failures = (kept?.failures ?? 0) + 1;
    context.keep({ heard, failures } satisfies Kept);
    const user = fillTranscription(prompt("voice_agent_user_prompt"), transcription);
    const messages = [
      { role: "system" as const, content: prompt("voice_agent_system_prompt") },
      { role: "user" as const, content: user },
    ];
    try {
      return answer(withCutOffNote(await chat(ai.chat, ai.chatModel, messages, turn)));
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      if (mayPass(error.kind) && failures < MOST_SUMMARY_FAILURES) throw error;
      return answer("", { summary_failed: true });
    }
  },
});

/** After so many attempts the note arrives with its words alone. */
const MOST_SUMMARY_FAILURES = 3;

/** What an attempt keeps whose summary failed: the words, and how often that happened. */
const keptSchema = z.object({
  heard: z.object({
    transcription: z.string(),
    transcribed_by: z.optional(z.literal("device")),
    doubts: z.optional(z.array(doubtSchema)),
  }),
  failures: z.int(),
});
type Kept = z.infer<typeof keptSchema>;

/**
 * Has a recording transcribed. Where nobody is set up who can do that, or the provider cannot decode
 * the recording, the transcription is what the device itself understood.
 * @throws AiFailure
 */
async function hear(
  { audio, draft }: SentRecording,
  { caller, environment: { ai }, terms, turn }: WorkContext,
): Promise<Pick<VoiceTranscribeReply, "transcription" | "transcribed_by" | "doubts">> {
  try {
    const hints = transcriptionHints(terms, caller, ai.transcribeModel);
    return await transcribe(ai, hints, audio, turn);
  } catch (error) {
    // Another attempt of the server cannot help.
    const isForDevice =
      error instanceof AiFailure && ["not_configured", "unsupported"].includes(error.kind);
    if (draft === null || !isForDevice) throw error;
    const model = `${draft.model} (on the device)`;
    turn.calls.push({ model, baseUrl: null, usage: null, elapsedMs: null });
    return { transcription: storableText(draft.text), transcribed_by: "device" };
  }
}
