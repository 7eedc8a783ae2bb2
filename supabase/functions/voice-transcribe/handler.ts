import { chat } from "../_shared/ai/chat.ts";
import { AiFailure } from "../_shared/ai/failure.ts";
import { fillTranscription, readPrompts } from "../_shared/ai/prompts.ts";
import { transcribe, transcriptionBudget } from "../_shared/ai/transcribe.ts";
import { readHints } from "../_shared/ai/transcription-hints.ts";
import type { VoiceTranscribeReply } from "../_shared/contracts/voice-transcribe.ts";
import type { Answer, WorkContext } from "../_shared/request/agent-function.ts";
import { createAgentHandler } from "../_shared/request/agent-request.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { parseRecording } from "./recording.ts";

/** `voice-transcribe`: answers with the transcription of a recording and a suggested summary. */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAgentHandler(
    {
      name: "voice-transcribe",
      agent: "voice",
      action: "transcribe",
      parse: parseRecording,
      budget: (recording, { ai }) => transcriptionBudget(recording, ai.transcribeRealTimeFactor),
      work,
    },
    environment,
    ports,
  );
}

async function work(
  recording: File,
  { caller, environment, rest, turn }: WorkContext,
): Promise<Answer> {
  const { ai } = environment;
  if (!ai.transcribe) throw new AiFailure("not_configured", "No AI provider is set up.");
  // Read before the provider is called: if the database cannot be reached, nothing was paid for
  // yet.
  const prompts =
    ai.chat &&
    (await readPrompts(rest, caller.company_id, [
      "voice_agent_system_prompt",
      "voice_agent_user_prompt",
    ]));

  const provider = {
    endpoint: ai.transcribe,
    model: ai.transcribeModel,
    realTimeFactor: ai.transcribeRealTimeFactor,
    hints: await readHints(rest, caller, ai.transcribeModel),
  };
  const transcription = await transcribe(provider, recording, turn);
  if (transcription === "") return answer({ success: true, transcription, summary: "" });
  if (!ai.chat || !prompts) {
    return answer({ success: true, transcription, summary: "", no_summary: "no_chat_provider" });
  }

  const summary = await chat(
    ai.chat,
    ai.chatModel,
    [
      { role: "system", content: prompts.voice_agent_system_prompt },
      {
        role: "user",
        content: fillTranscription(prompts.voice_agent_user_prompt, transcription),
      },
    ],
    turn,
  );
  return answer({ success: true, transcription, summary });
}

function answer(reply: VoiceTranscribeReply): Answer {
  return { reply, output: [reply.transcription, reply.summary].filter(Boolean).join("\n\n") };
}
