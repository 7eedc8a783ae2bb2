import type { AgentLog } from "@contracts/agent-log.ts";

/** Whether a history row is of a spoken item in which no speech was recognised. */
export function isWithoutSpeech(log: Pick<AgentLog, "input_type" | "input_data">): boolean {
  return log.input_type === "voice" && (log.input_data ?? "").trim() === "";
}
