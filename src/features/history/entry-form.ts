import { AGENTS } from "@contracts/agent.ts";
import type { AgentLog } from "@contracts/agent-log.ts";
import { isWithoutSpeech } from "#mirror/person/recordings/silent-audio.ts";

/** Which parts of an entry are shown. */
export type EntryForm = "no-speech" | "transcription" | "summary" | "summary-and-input";

type EntryTexts = Pick<AgentLog, "agent_type" | "input_type" | "input_data" | "output_summary">;

/** The form of an entry. The static shell has a drawn entry of those forms that have only texts. */
export function entryForm(log: EntryTexts): EntryForm {
  const { agent_type } = log;
  const summary = log.output_summary ?? "";
  const input = log.input_data ?? "";
  if (agent_type === "voice" && isWithoutSpeech(log)) return "no-speech";
  if (agent_type === "voice" && summary === "") return "transcription";
  const repeats = agent_type !== "snap" && input === summary;
  return input === "" || repeats ? "summary" : "summary-and-input";
}

/** A title is cut after so many characters, at the end of a word. */
const LONGEST_TITLE = 60;

/**
 * The title of an entry: the question, or the first words of the summary or, without one, of the
 * transcription.
 * @param summary the result of the entry without Markdown marks
 */
export function entryTitle(log: EntryTexts, summary: string): string {
  if (entryForm(log) === "no-speech") return "Recording without recognised speech";
  const question = AGENTS[log.agent_type].answersQuestions ? log.input_data : null;
  const [line = ""] = (question || summary || log.input_data || "").trim().split("\n", 1);
  if (line.length <= LONGEST_TITLE) return line;
  return `${line.slice(0, LONGEST_TITLE).replace(/\P{L}+\S*$/u, "")}…`;
}

/** The title above the text of an entry; empty where it would only repeat that text. */
export function titleAbove(log: EntryTexts, summary: string): string {
  const title = entryTitle(log, summary);
  return title === (summary || log.input_data || title).trim() ? "" : title;
}
