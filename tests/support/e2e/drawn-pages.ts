import type { Page } from "playwright";

/** What was visible of the drawn page, before a script of the app ran. */
interface Seen {
  text: string;
  heading: string;
  shown: boolean;
}

/** Runs in the page before any other script: notes the drawn page as soon as it was parsed. */
export function noteShell(): void {
  new MutationObserver((_, observer) => {
    const shell = document.getElementById("shell");
    if (shell === null || shell.nextElementSibling === null) return;
    observer.disconnect();
    const seen = {
      text: shell.innerText,
      heading: shell.querySelector("h1")?.textContent ?? "",
      shown: document.documentElement.dataset.shell !== undefined,
    };
    Object.assign(window, { seenShell: seen });
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page before any other script: taps an element of the shell as soon as it was drawn. */
export function tapAtOnce(selector: string): void {
  new MutationObserver((_, observer) => {
    const drawn = document.querySelector<HTMLElement>(`#shell ${selector}`);
    if (drawn === null) return;
    observer.disconnect();
    drawn.click();
  }).observe(document, { childList: true, subtree: true });
}

export const seenOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenShell?: Seen }).seenShell ?? null);

/** The entries on the screen: their texts, and the tops of their boxes in px. */
type Entries = { text: string; top: number }[];

/**
 * Runs in the page before any other script: notes the entries of the drawn page, and those of the
 * app's page at the moment in which it takes its place.
 */
export function noteEntries(): void {
  const entriesIn = (page: string) =>
    [...document.querySelectorAll<HTMLElement>(`${page} [data-id]`)].map((entry) => ({
      text: entry.innerText,
      top: Math.round(entry.getBoundingClientRect().top),
    }));
  const seen: { drawn?: Entries; taken?: Entries } = {};
  Object.assign(window, { seenEntries: seen });
  new MutationObserver((_, observer) => {
    const shell = document.getElementById("shell");
    if (shell !== null && shell.nextElementSibling !== null) seen.drawn ??= entriesIn("#shell");
    if (shell !== null || seen.drawn === undefined) return;
    observer.disconnect();
    seen.taken = entriesIn("#root");
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Runs in the page before any other script: `show-shell.js` lets the app's own page wait behind the
 * drawn one for another time than 3000 ms; null: without an end.
 */
export function letWait(instead: number | null): void {
  const later = window.setTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number, ...given: []) => {
      if (ms !== 3000 || work.name !== "end") return later(work, ms, ...given);
      return instead === null ? 0 : later(work, instead);
    },
  });
}

export const seenEntries = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { seenEntries: { drawn?: Entries; taken?: Entries } }).seenEntries,
  );
