import type { AgentLog } from "@contracts/agent-log.ts";
import { isWithoutSpeech } from "#mirror/person/recordings/silent-audio.ts";

/** Which parts of an entry are shown. */
export type EntryForm = "no-speech" | "transcription" | "summary" | "summary-and-input";

/** The form of an entry. The static shell has a drawn entry of those forms that have only texts. */
export function entryForm(
  log: Pick<AgentLog, "agent_type" | "input_type" | "input_data" | "output_summary">,
): EntryForm {
  const { agent_type } = log;
  const summary = log.output_summary ?? "";
  const input = log.input_data ?? "";
  if (agent_type === "voice" && isWithoutSpeech(log)) return "no-speech";
  if (agent_type === "voice" && summary === "") return "transcription";
  const repeats = agent_type !== "snap" && input === summary;
  return input === "" || repeats ? "summary" : "summary-and-input";
}
