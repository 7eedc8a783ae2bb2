import type { Agent } from "@contracts/agent.ts";
import type { AgentLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { MirrorProvider } from "#mirror/mirror-context.tsx";
import { FinishedList } from "#pages/history/finished-list.tsx";
import { ENTRIES_PLACE, HISTORY_PATH, SHELL_PATHS } from "#platform/static-shells.ts";
import { useSession } from "#session/session.ts";
import { formatTimeOfDay } from "#ui/format.ts";
import { useIdle } from "#ui/when-idle.ts";
import { App } from "../../app.tsx";
import { agentPages, technicianPages } from "../../install/technicians-pages.ts";
import { ThemeProvider } from "../../theme/theme-provider.tsx";
import { type EntryPieces, pieceName } from "../fill/fill-entries.ts";

/** A technician who may do everything, of whom nothing is known. */
const SOMEBODY = {
  id: "00000000-0000-4000-8000-000000000000",
  email: "",
  fullName: "\u00a0",
  role: "field_tech",
  companyId: "00000000-0000-4000-8000-000000000000",
  speechLanguage: null,
  canUseVoiceAgent: true,
  canUseSnapAgent: true,
  canUseLabelAgent: true,
} as const;

/** What the build cannot know: the time, the settings of the device, and texts typed into fields. */
const UNKNOWN = "time, input, textarea";

/** Links to a place in the page: the drawn page has none of its ids. */
const SKIP_LINKS = "a[href^='#']";

/** A drawn page, as HTML. */
export interface DrawnShell extends Drawn<string> {
  title: string;
}

export interface DrawnShells {
  /** By their paths. */
  shells: Record<string, DrawnShell>;
  entries: Drawn<EntryPieces>;
}

/** Draws every shell by the app's own components, as each page is before its first read. */
export async function drawShells(): Promise<DrawnShells> {
  // Parts that a page loads when it has become idle are not part of it yet.
  useIdle.setState = () => undefined;
  useSession.setState({ status: "signed-in", identity: SOMEBODY });
  // A page that is still loading after some seconds is shown as one that could not be loaded, and on a
  // slow machine that message would be drawn.
  for (const load of Object.values({ ...technicianPages, ...agentPages })) await load();
  const shells: Record<string, DrawnShell> = {};
  for (const path of SHELL_PATHS) shells[path] = await draw(path);
  return { shells, entries: await drawEntryPieces() };
}

async function draw(path: string): Promise<DrawnShell> {
  history.replaceState(null, "", path);
  const page = await drawn(<App />, "h1");
  for (const element of page.querySelectorAll(UNKNOWN)) {
    element.setAttribute("data-unknown", "");
    if (element.tagName === "TIME") element.textContent = "";
    for (const name of ["datetime", "checked", "aria-checked"]) element.removeAttribute(name);
  }
  for (const link of page.querySelectorAll(SKIP_LINKS)) link.remove();
  const css = forShell(page, path.slice(1));
  if (path === HISTORY_PATH) {
    const loading = page.querySelector("[data-loading]");
    if (loading === null) throw new Error("The history is not loading");
    loading.outerHTML = `${ENTRIES_PLACE}${loading.outerHTML}${ENTRIES_PLACE}`;
  }
  return { title: document.title, content: page.innerHTML, css };
}

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
async function drawEntryPieces(): Promise<Drawn<EntryPieces>> {
  const whole = document.createElement("div");
  for (const each of LOGS) {
    const list = await drawn(
      <ThemeProvider scheme="dark">
        <MirrorProvider personId="" failed={() => null}>
          <MemoryRouter>
            <FinishedList logs={[each]} inDays chosen={null} addressWith={() => ""} />
          </MemoryRouter>
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
    row.querySelector("[data-title]")?.replaceChildren("{{title}}");
    pieces.rows[pieceName(from)] = row.outerHTML
      .replaceAll(AT, "{{time}}")
      .replaceAll(formatTimeOfDay(doneAt(from)), "{{moment}}");
    row.replaceWith("{{rows}}");
    pieces.list = list.outerHTML;
  }
  return { content: pieces, css };
}

/** A page or a part of one that is not shown after so many milliseconds has failed. */
const PATIENCE_MS = 10_000;

/** Something drawn, and the rules for the classes that take the place of its style attributes. */
interface Drawn<Content> {
  content: Content;
  css: string;
}

/**
 * Draws something in this process's document.
 * @param awaited a selector of what is there when it is complete
 * @returns a copy, in an element that is not in the document
 * @throws Error if it does not appear or shows a failure
 */
async function drawn(content: ReactNode, awaited: string): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(content);
  const deadline = Date.now() + PATIENCE_MS;
  while (place.querySelector(awaited) === null) {
    if (Date.now() > deadline) throw new Error(`No ${awaited} was shown`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (place.querySelector("[role=alert]") !== null) throw new Error("A failure was shown");
  const copy = place.cloneNode(true) as HTMLElement;
  root.unmount();
  place.remove();
  return copy;
}

/**
 * Removes ids, and gives each style attribute a class, which the Content-Security-Policy wants.
 * @param name begins the classes' names
 * @returns the classes' rules
 */
function forShell(drawn: HTMLElement, name: string): string {
  for (const element of drawn.querySelectorAll("*")) {
    for (const attribute of ["id", "tabindex", "aria-describedby", "aria-labelledby"]) {
      element.removeAttribute(attribute);
    }
  }
  const classes = new Map<string, string>();
  for (const element of drawn.querySelectorAll("[style]")) {
    const style = element.getAttribute("style") ?? "";
    const className = classes.get(style) ?? `${name}-style-${classes.size}`;
    classes.set(style, className);
    element.classList.add(className);
    element.removeAttribute("style");
  }
  // Twice, so that it counts more than the components' own rules, as a style attribute does.
  return [...classes].map(([style, it]) => `#shell .${it}.${it} { ${style} }`).join("\n");
}
