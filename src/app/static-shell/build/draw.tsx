import { ENTRIES_PLACE, HISTORY_PATH, SHELL_PATHS } from "#platform/static-shells.ts";
import { useSession } from "#session/session.ts";
import { useIdle } from "#ui/when-idle.ts";
import { App } from "../../app.tsx";
import { agentPages, technicianPages } from "../../install/technicians-pages.ts";
import type { EntryPieces } from "../fill/fill-entries.ts";
import { type Drawn, drawn, forShell } from "./drawn.ts";
import { drawEntryPieces } from "./entry-pieces.tsx";

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

/**
 * Facts that a device knows and the build does not: the time of day, and how this device is set.
 * Fields are among them, because what is written into a drawn one would be lost. Their places stay
 * empty.
 */
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

/**
 * Draws every shell by the app's own components, in this process's document. Nothing can be read
 * there, so that each page is as it is before its first read.
 */
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
