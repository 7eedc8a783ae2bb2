// Shows the drawn page before the first paint, where it is true for the person signed in here, until
// the app shows the page itself, which then gets the last tap on a button or link of the drawn one:
// a link that the browser followed would load the app a second time. A script of its own in front of
// the app, so that it runs before the app's code is there.
import { drawFirstScreen, readFirstScreen } from "./first-screen.ts";
import { SHELLS_KEY } from "./shells-key.ts";

const TAPPED = "#shell :is(a, button, summary)";

const html = document.documentElement;
const isTrue = shellPaths().includes(location.pathname);
if (isTrue) html.dataset.shell = "";

/** Draws what was read into the shell; null while there is nothing to draw. */
let draw: ((shell: HTMLElement) => void) | null = null;
/** The shell shows what the app shows only after its first read. */
let isFilled = false;

if (isTrue && location.search === "") {
  void readFirstScreen(location.pathname).then((screen) => {
    if (screen !== null) draw = (shell) => drawFirstScreen(shell, screen);
    look();
  });
}
document.addEventListener("click", keepTap);
const watch = new MutationObserver(look);
watch.observe(html, { childList: true, subtree: true });

function shellPaths(): string[] {
  try {
    return localStorage.getItem(SHELLS_KEY)?.split(" ") ?? [];
  } catch {
    // Storage is blocked: nobody is signed in.
    return [];
  }
}

function look(): void {
  const shell = document.getElementById("shell");
  // Whatever follows the shell is there only after all of the shell.
  if (shell === null || shell.nextElementSibling === null) return;
  // The app's first heading comes with the page.
  if (document.querySelector("#root h1") !== null) {
    // What was read is not taken away again before the app shows it.
    if (!isFilled || document.querySelector("#root [data-loading]") === null) end(shell);
    return;
  }
  if (draw === null) return;
  draw(shell);
  draw = null;
  isFilled = true;
}

function keepTap(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element))
    return;
  const tapped = event.target.closest(TAPPED);
  if (tapped === null) return;
  event.preventDefault();
  document.querySelector("#shell [aria-busy]")?.removeAttribute("aria-busy");
  tapped.setAttribute("aria-busy", "true");
}

function end(shell: HTMLElement): void {
  watch.disconnect();
  document.removeEventListener("click", keepTap);
  delete html.dataset.shell;
  shell.remove();
  const tapped = shell.querySelector("[aria-busy]");
  const root = document.getElementById("root");
  if (tapped === null || root === null) return;
  const place = alike(shell, tapped).indexOf(tapped as HTMLElement);
  alike(root, tapped)[place]?.click();
}

/** The elements that are named like another one and belong to the same row of a list, in order. */
function alike(within: HTMLElement, other: Element): HTMLElement[] {
  const isAlike = (element: Element) =>
    nameOf(element) === nameOf(other) && rowOf(element) === rowOf(other);
  return [...within.querySelectorAll<HTMLElement>(other.localName)].filter(isAlike);
}

function nameOf(element: Element): string | null {
  return element.getAttribute("aria-label") ?? element.textContent;
}

/** The id of the row of a list that an element belongs to. */
function rowOf(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-id]")?.dataset.id;
}
