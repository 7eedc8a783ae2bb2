import { AGENT_IDS, type Agent, agentPage } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import { questionAgentSchema } from "@contracts/question.ts";
import type { ReactNode } from "react";
import { EmptyChat } from "#features/chat/empty-chat.tsx";
import { MirrorProvider } from "#mirror/mirror-context.tsx";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import entryClasses from "#pages/history/entry/entry.module.css";
import { entryForm } from "#pages/history/entry/entry-form.ts";
import { FinishedEntry } from "#pages/history/entry/finished-entry.tsx";
import { momentWords } from "#ui/format.ts";
import listClasses from "#ui/row-list.module.css";
import { ThemeProvider } from "../../theme/theme-provider.tsx";

/**
 * Pieces of a page for what this device knows, which `show/first-screen.ts` fills and adds to the
 * drawn page. They are drawn by the page's own components.
 */
interface Pieces {
  content: ReactNode;
  /** Marks the places that are filled on the device. */
  mark(drawn: HTMLElement): void;
}

/** The pieces of a page; null if it has none. */
export function piecesOf(path: string): Pieces | null {
  if (path === "/history") return { content: inMirror(<Entries />), mark: markEntries };
  const agent = AGENT_IDS.find((id) => agentPage(id) === path);
  const asked = questionAgentSchema.safeParse(agent);
  if (!asked.success) return null;
  const content = inMirror(<EmptyChat agent={asked.data} onExample={() => undefined} />);
  return { content, mark: () => undefined };
}

function inMirror(children: ReactNode): ReactNode {
  return (
    <ThemeProvider scheme="dark">
      <MirrorProvider personId="" failed={() => null}>
        {children}
      </MirrorProvider>
    </ThemeProvider>
  );
}

const TEXTS = { summary: "The summary", input: "The input", day: "The day" } as const;
const AT = "2026-01-01T00:00:00.000Z";

/** An entry of each form that has only texts. */
const LOGS = [
  log("voice", TEXTS.input, null),
  ...AGENT_IDS.flatMap((agent) => [
    log(agent, TEXTS.input, TEXTS.summary),
    log(agent, agent === "voice" ? TEXTS.summary : null, TEXTS.summary),
  ]),
];

function log(agent: Agent, input: string | null, summary: string | null): MirroredAgentLog {
  return {
    ...{ id: `${agent}-${input}-${summary}`, user_id: null, agent_type: agent },
    ...{ input_type: agent === "voice" ? "voice" : "text", captured_at: AT, created_at: AT },
    ...{ input_data: input, output_summary: summary },
  };
}

function Entries() {
  return (
    <ul aria-label="History" className={listClasses.list} data-first-rows>
      {LOGS.map((each) => (
        <li
          key={each.id}
          className={listClasses.place}
          data-form={`${each.agent_type}-${entryForm(each)}`}
        >
          <h2 className={entryClasses.section}>{TEXTS.day}</h2>
          <FinishedEntry log={each} />
        </li>
      ))}
    </ul>
  );
}

function markEntries(drawn: HTMLElement): void {
  for (const element of drawn.querySelectorAll<HTMLElement>("h2, p")) {
    for (const [name, text] of Object.entries(TEXTS)) {
      if (element.textContent !== text) continue;
      element.dataset.text = name;
      element.textContent = "";
    }
  }
  const moment = momentWords(doneAt(LOGS[0] ?? { captured_at: AT, created_at: AT }));
  for (const element of drawn.querySelectorAll("[aria-label]")) {
    const [about, rest] = element.getAttribute("aria-label")?.split(moment) ?? [];
    if (rest !== "") continue;
    element.setAttribute("data-about", about ?? "");
    element.removeAttribute("aria-label");
  }
}
