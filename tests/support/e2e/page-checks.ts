import type { Page } from "playwright";
import { axeTrouble } from "./axe.ts";
import { keyboardTrouble, OPERABLE } from "./keyboard-walk.ts";
import { overlapTrouble } from "./overlaps.ts";
import type { Screen } from "./screens.ts";
import { untilStill } from "./settled.ts";

const SMALLEST_TARGET = 44;
const LOWEST_LINE = 40;
/** For a mouse, on the pages of administrators. */
const SMALLEST_FOR_MOUSE = 36;

/** Records the theme of every document that the page opens later. */
export async function followTheme(page: Page): Promise<void> {
  await page.addInitScript(recordTheme);
}

/** The problems of an opened and settled page, one line each. */
export async function pageTrouble(page: Page, screen: Screen): Promise<string[]> {
  return [
    ...(await lookTrouble(page, screen)),
    ...(await targetTrouble(page)),
    // Last, because an element that scrolls into view would count as a layout shift.
    ...(await reachTrouble(page)),
  ];
}

/** Those problems of an opened and settled page that another theme can have. */
export async function lookTrouble(page: Page, screen: Screen): Promise<string[]> {
  return [
    ...(await themeTrouble(page, screen.theme)),
    ...(await headingTrouble(page)),
    ...(await axeTrouble(page)),
    ...(await shiftTrouble(page)),
  ];
}

/** What a finger, a mouse or the keyboard does not reach on a page with nothing over it. */
export async function reachTrouble(page: Page): Promise<string[]> {
  const found = [...(await overlapTrouble(page)), ...(await keyboardTrouble(page))];
  // As somebody finds the page: some elements look different while they have the focus.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  return found;
}

/**
 * Targets that are too small for a gloved finger. Links in running text are as high as their line.
 */
export async function targetTrouble(page: Page): Promise<string[]> {
  await untilStill(page);
  return page.evaluate(
    ({ operable, smallest, line, forMouse }) =>
      [...document.querySelectorAll(operable)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          const style = getComputedStyle(element);
          // A button that looks like a link stands in an element of its own.
          const isLink = element.matches("a") && style.display === "inline";
          const looksLikeLink =
            element.matches("button") && style.textDecorationLine === "underline";
          const around = isLink ? element.parentElement : element.closest("p, li");
          const inText = around !== null && around.textContent !== element.textContent;
          return !((isLink || looksLikeLink) && inText);
        })
        .map((element) => {
          // A label is part of its field's target.
          const box = (element.closest("label") ?? element).getBoundingClientRect();
          return { html: element.outerHTML.slice(0, 120), width: box.width, height: box.height };
        })
        .filter(({ width, height }) => {
          // A line of a list beside its details is as wide as the list, and meant for a mouse.
          const isLine = window.innerWidth >= 1100 && width > 300;
          const isDense =
            document.querySelector("[data-wide]") !== null &&
            window.matchMedia("(pointer: fine) and (min-width: 62em)").matches;
          const least = isDense ? forMouse : isLine ? line : smallest;
          return Math.min(width, height) < least - 0.5;
        })
        .map(({ html, width, height }) => `target of ${width}x${height}: ${html}`),
    {
      operable: OPERABLE,
      smallest: SMALLEST_TARGET,
      line: LOWEST_LINE,
      forMouse: SMALLEST_FOR_MOUSE,
    },
  );
}

async function headingTrouble(page: Page): Promise<string[]> {
  const [headings, title] = await Promise.all([
    page.getByRole("heading", { level: 1 }).count(),
    page.title(),
  ]);
  return [
    ...(headings === 1 ? [] : [`${headings} first-level headings`]),
    ...(/^\S.* · Field Agents$/.test(title) ? [] : [`titled "${title}"`]),
  ];
}

interface ThemeTrace {
  /** Each class that the root element had so far, and when. */
  classes: { at: number; name: string }[];
  firstColour: string;
}

async function themeTrouble(page: Page, theme: "dark" | "light"): Promise<string[]> {
  const seen = await page.evaluate(() => ({
    trace: Reflect.get(window, "themeTrace") as ThemeTrace,
    firstPaint: performance.getEntriesByName("first-paint")[0]?.startTime ?? 0,
    colour: getComputedStyle(document.documentElement).backgroundColor,
  }));
  const { classes, firstColour } = seen.trace;
  const first = classes[0];
  return [
    ...classes.filter(({ name }) => name !== theme).map(({ name }) => `root of class "${name}"`),
    ...(first !== undefined && first.at <= seen.firstPaint ? [] : ["theme after the first paint"]),
    ...(firstColour === seen.colour ? [] : [`${firstColour} before ${seen.colour}`]),
  ];
}

/** Runs in the page before the app's own code. */
function recordTheme(): void {
  const trace: ThemeTrace = { classes: [], firstColour: "" };
  Object.assign(window, { themeTrace: trace });
  new MutationObserver(() => {
    const name = document.documentElement?.className ?? "";
    if (name !== (trace.classes.at(-1)?.name ?? "")) {
      trace.classes.push({ at: performance.now(), name });
    }
  }).observe(document, { attributes: true, childList: true, subtree: true });
  requestAnimationFrame(() => {
    trace.firstColour = getComputedStyle(document.documentElement).backgroundColor;
  });
}

/** The largest cumulative layout shift that a page may have: https://web.dev/articles/cls */
const LARGEST_SHIFT = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** What moved since the page was opened, with the elements, if it is more than a page may move; otherwise nothing. */
async function shiftTrouble(page: Page): Promise<string[]> {
  const { sum, moves } = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as Shift[];
    const place = ({ x, y, width, height }: DOMRectReadOnly) => `${width}x${height} at ${x},${y}`;
    return {
      sum: shifts.reduce((all, { value }) => all + value, 0),
      moves: shifts.flatMap(({ startTime, sources }) =>
        sources.map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML : node?.textContent;
          const way = `from ${place(previousRect)} to ${place(currentRect)}`;
          return `${html?.slice(0, 120)}, ${way}, after ${Math.round(startTime)} ms`;
        }),
      ),
    };
  });
  return sum <= LARGEST_SHIFT ? [] : [`layout shift of ${sum}:`, ...moves];
}
