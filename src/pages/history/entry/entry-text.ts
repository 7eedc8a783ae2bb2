import { AGENTS, type Agent } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { formatMoment } from "#ui/format.ts";

/** A part of an entry: its heading, and its text without Markdown marks. */
export interface EntryPart {
  heading: string;
  text: string;
}

/** The heading of an agent's input; for a photo, the heading of the note about it. */
export function inputHeading(agent: Agent): string {
  if (agent === "snap") return "Note";
  return AGENTS[agent].answersQuestions ? "Question" : "Full Transcription";
}

/** The title of an entry: "Voice Agent, Nov 24, 2026, 8:14 AM". */
export function entryTitle(log: MirroredAgentLog): string {
  return `${AGENTS[log.agent_type].name}, ${formatMoment(doneAt(log))}`;
}

/** The texts of an entry, the result before the input; none that is empty or repeated. */
export async function entryParts(log: MirroredAgentLog): Promise<EntryPart[]> {
  const { agent_type, output_summary, input_data } = log;
  const { readableText } = await import("#ui/readable-text.ts");
  const summary = output_summary ?? "";
  const parts = [
    {
      heading: "Summary",
      text: agent_type === "voice" ? summary : readableText(summary, agent_type !== "snap"),
    },
    ...(input_data === summary
      ? []
      : [{ heading: inputHeading(agent_type), text: input_data ?? "" }]),
  ];
  return parts.filter(({ text }) => text !== "");
}

/** An entry as one text, to be copied or sent. */
export async function entryText(log: MirroredAgentLog): Promise<string> {
  const parts = await entryParts(log);
  const texts = parts.map(({ heading, text }) => `${heading}\n${text}`);
  return [entryTitle(log), ...texts].join("\n\n");
}
