import type { AgentLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import { isChatEmpty, readNewestLogs } from "#mirror/first-screen.ts";
import { daysBegin } from "#pages/history/days.ts";
import { entryForm } from "#pages/history/entry/entry-form.ts";
import { momentWords } from "#ui/format.ts";

/** The least height of an entry, in px. */
const LEAST_HEIGHT = 150;

/** What this device knows of a page, which the build could not draw. */
export type FirstScreen = { kind: "entries"; logs: readonly AgentLog[] } | { kind: "empty chat" };

/** Reads the first screen of a page; null if its shell gets nothing more. */
export async function readFirstScreen(path: string): Promise<FirstScreen | null> {
  if (path === "/history") {
    const logs = await readNewestLogs(Math.ceil(innerHeight / LEAST_HEIGHT));
    return logs === null || logs.length === 0 ? null : { kind: "entries", logs };
  }
  if (path === "/label-agent" || path === "/ask-agent") {
    const isEmpty = await isChatEmpty(path === "/label-agent" ? "label" : "ask");
    return isEmpty === true ? { kind: "empty chat" } : null;
  }
  return null;
}

/** Adds the first screen to the shell, from the pieces that the build has drawn for it. */
export function drawFirstScreen(shell: HTMLElement, screen: FirstScreen): void {
  const drawn = shell.querySelector("template")?.content.firstElementChild;
  if (!drawn) return;
  if (screen.kind === "empty chat") shell.querySelector("[role=log]")?.prepend(drawn);
  else shell.querySelector("[data-loading]")?.before(listOf(screen.logs, drawn));
}

function listOf(logs: readonly AgentLog[], drawn: Element): Node {
  const list = drawn.cloneNode(false) as Element;
  const days = daysBegin(logs, Date.now());
  for (const log of logs) {
    const form = entryForm(log);
    const piece = drawn.querySelector(`[data-form=${log.agent_type}-${form}]`);
    // This entry needs more than its texts; those below it would move.
    if (piece === null || (form !== "transcription" && !log.output_summary)) break;
    const row = piece.cloneNode(true) as HTMLElement;
    row.dataset.id = log.id;
    fill(row, log, days.get(log.id));
    list.append(row);
  }
  return list;
}

/** Writes the texts of an entry into the places that the build has marked. */
function fill(row: Element, log: AgentLog, day: string | undefined): void {
  const moment = momentWords(doneAt(log));
  const texts = { summary: log.output_summary, input: log.input_data, day: day ?? null };
  for (const place of row.querySelectorAll<HTMLElement>("[data-text]")) {
    const text = texts[place.dataset.text as keyof typeof texts];
    if (text === null) place.remove();
    else place.textContent = text;
  }
  for (const place of row.querySelectorAll("time")) {
    place.dateTime = new Date(doneAt(log)).toISOString();
    place.textContent = moment;
    place.removeAttribute("data-unknown");
  }
  for (const button of row.querySelectorAll<HTMLElement>("[data-about]")) {
    button.setAttribute("aria-label", `${button.dataset.about}${moment}`);
  }
}
