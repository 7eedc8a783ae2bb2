import type { Agent } from "@contracts/agent.ts";
import type { AgentLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import { MirrorProvider } from "#mirror/mirror-context.tsx";
import { FinishedList } from "#pages/history/finished-list.tsx";
import { formatMoment } from "#ui/format.ts";
import { ThemeProvider } from "../../theme/theme-provider.tsx";
import { type EntryPieces, pieceName } from "../fill/fill-entries.ts";
import { type Drawn, drawn, forShell } from "./drawn.ts";

const AT = "2026-01-01T00:00:00.000Z";
const SUMMARY = "{{summary}}";
const INPUT = "{{input}}";

/** An entry of each form that needs nothing but its texts. An answer has sources beside them. */
const LOGS = [
  log("voice", null, INPUT),
  log("voice", SUMMARY, SUMMARY),
  log("voice", SUMMARY, INPUT),
  log("snap", SUMMARY, null),
  log("snap", SUMMARY, INPUT),
];

function log(agent: Agent, summary: string | null, input: string | null): AgentLog {
  return {
    ...{ id: "{{id}}", user_id: null, agent_type: agent, captured_at: AT, created_at: AT },
    ...{ input_type: agent === "voice" ? "voice" : "text" },
    ...{ output_summary: summary, input_data: input },
  } as AgentLog;
}

/** Draws the pieces of the history's entries, with the rules for their classes. */
export async function drawEntryPieces(): Promise<Drawn<EntryPieces>> {
  const whole = document.createElement("div");
  for (const each of LOGS) {
    const list = await drawn(
      <ThemeProvider scheme="dark">
        <MirrorProvider personId="" failed={() => null}>
          <FinishedList logs={[each]} inDays />
        </MirrorProvider>
      </ThemeProvider>,
      "article",
    );
    whole.append(...list.querySelectorAll("ul"));
  }
  const pieces = { list: "", day: "", rows: {} as Record<string, string> };
  for (const list of whole.querySelectorAll("ul")) list.removeAttribute("style");
  for (const row of whole.querySelectorAll("li")) {
    for (const name of ["data-index", "aria-setsize", "aria-posinset"]) row.removeAttribute(name);
    // The app places its rows itself, because it measures them.
    row.setAttribute("style", "position: static");
  }
  const css = forShell(whole, "entries");
  for (const [n, list] of [...whole.querySelectorAll("ul")].entries()) {
    const row = list.querySelector("li");
    const day = list.querySelector("h2");
    const from = LOGS[n];
    if (row === null || day === null || from === undefined) throw new Error("An entry has no row");
    day.textContent = "{{day}}";
    pieces.day = day.outerHTML;
    day.replaceWith("{{heading}}");
    pieces.rows[pieceName(from)] = row.outerHTML
      .replaceAll(AT, "{{time}}")
      .replaceAll(formatMoment(doneAt(from)), "{{moment}}");
    row.replaceWith("{{rows}}");
    pieces.list = list.outerHTML;
  }
  return { content: pieces, css };
}
