import type { AgentLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import { entryForm, titleAbove } from "#features/history/entry-form.ts";
import type { NewestEntry } from "#mirror/newest-entries.ts";
import { dayThatBegins } from "#pages/history/days.ts";
import { formatTimeOfDay } from "#ui/format.ts";

/** Pieces of the history as HTML, drawn by the build; `{{name}}` marks a place that is filled. */
export interface EntryPieces {
  /** With `{{rows}}`. */
  list: string;
  /** The heading of a day, with `{{day}}`. */
  day: string;
  /** By form, with `{{heading}}`, `{{id}}`, `{{time}}`, `{{moment}}`, `{{title}}` and texts. */
  rows: Record<string, string>;
}

/** Names the piece of an entry. */
export function pieceName(log: AgentLog): string {
  return `${log.agent_type} ${entryForm(log)}`;
}

/** Texts that may be Markdown: the app renders them. */
const MARKDOWN = /[\n[\]*_`#<>\\&]|^\s|\s$|^([-+]|\d+[.)])/;

/**
 * The list of entries as HTML, up to the first one that needs more than its texts: those below it
 * would move when the app shows it.
 * @param logs the latest first
 * @param now epoch ms
 * @returns null if there is no such entry
 */
export function fillEntries(
  pieces: EntryPieces,
  logs: readonly NewestEntry[],
  now: number,
): string | null {
  const rows: string[] = [];
  for (const [place, log] of logs.entries()) {
    const piece = pieces.rows[pieceName(log)];
    const summary = log.output_summary ?? "";
    // The app shows a link to its job.
    if (log.job_id) break;
    if (piece === undefined || (log.agent_type !== "voice" && MARKDOWN.test(summary))) break;
    const day = dayThatBegins(log, logs[place - 1], now);
    const time = doneAt(log);
    const row = fill(piece, {
      heading: day === null ? "" : fill(pieces.day, { day: escaped(day) }),
      id: escaped(log.id),
      time: new Date(time).toISOString(),
      moment: escaped(formatTimeOfDay(time)),
      title: escaped(titleAbove(log, summary)),
      summary: escaped(summary),
      input: escaped(log.input_data ?? ""),
    });
    rows.push(row);
    // The app says below its texts that they were edited.
    if (log.editedAt !== undefined) break;
  }
  return rows.length === 0 ? null : fill(pieces.list, { rows: rows.join("") });
}

function fill(piece: string, values: Readonly<Record<string, string>>): string {
  return piece.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");
}
