import type { ActivityLog } from "@contracts/agent-log.ts";
import { readableText } from "#ui/readable-text.ts";

/** What was asked or said; a photo has no text. */
export function questionText({ input_data, input_type }: ActivityLog): string {
  if (input_data !== null && input_data !== "") return input_data;
  return input_type === "image" ? "A photo" : "None";
}

/** The answer without Markdown, "" for none; the summary of a voice note is plain text. */
export function answerText({ agent_type, output_summary }: ActivityLog): string {
  const text = output_summary ?? "";
  return agent_type === "voice" ? text : readableText(text, agent_type !== "snap");
}
