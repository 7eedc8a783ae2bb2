import { transcribe } from "../../../../supabase/functions/_shared/ai/transcribe.ts";
import { AI_BUDGET_MS } from "../../../../supabase/functions/_shared/ai/turn.ts";
import { readEnvironment } from "../../../../supabase/functions/_shared/request/environment.ts";
import { systemPorts } from "../../../../supabase/functions/_shared/request/ports.ts";
import type { Contender, Entrant } from "../contender.ts";

/** The AI provider that the environment names, called as the server functions call it. */
export const provider: Entrant = { name: "provider", open };

async function open(): Promise<Contender | null> {
  // No backend is called.
  const backend = { SUPABASE_URL: "http://127.0.0.1", SUPABASE_ANON_KEY: "-" };
  const { ai } = readEnvironment({
    ...process.env,
    ...{ ...backend, SUPABASE_SERVICE_ROLE_KEY: "-" },
  });
  const { transcribe: endpoint, transcribeModel: model, transcribeRealTimeFactor } = ai;
  if (!endpoint) return null;
  return {
    transcribe(wav) {
      const turn = { ports: systemPorts, deadline: Date.now() + AI_BUDGET_MS, calls: [] };
      return transcribe(
        { endpoint, model, realTimeFactor: transcribeRealTimeFactor, hints: {} },
        new File([wav], "recording.wav", { type: "audio/wav" }),
        turn,
      );
    },
    peakMemory: () => null,
    close: async () => {},
  };
}
