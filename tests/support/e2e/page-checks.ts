import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";
import { layoutShift } from "./layout-shift.ts";
import type { Screen } from "./screens.ts";

const SMALLEST_TARGET = 44;
const LARGEST_SHIFT = 0.02;

/** What can be operated, as a selector. */
const OPERABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Follows every later document of the page: call it once, before what is checked is opened. */
export async function followTheme(page: Page): Promise<void> {
  await page.addInitScript(recordTheme);
}

/** What is wrong with a page that has just been opened, in sentences. */
export async function pageTrouble(page: Page, screen: Screen): Promise<string[]> {
  return [
    ...(await themeTrouble(page, screen.theme)),
    ...(await headingTrouble(page)),
    ...(await axeTrouble(page)),
    ...(await targetTrouble(page)),
    ...(await shiftTrouble(page)),
    // The theme changes colours, never what there is to reach.
    ...(screen.theme === "dark" ? await keyboardTrouble(page) : []),
  ];
}

/** What axe finds on a page as it is now. */
export async function axeTrouble(page: Page): Promise<string[]> {
  // Legacy mode opens no page of its own, which frames alone would need: twice as fast.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `axe ${id}: ${node.html.slice(0, 160)}`),
  );
}

/** What is too small for a gloved finger. Links in running text are as high as their line. */
export function targetTrouble(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ operable, smallest }) =>
      [...document.querySelectorAll(operable)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => {
          const inText = element.parentElement?.textContent !== element.textContent;
          return !(
            element.tagName === "A" &&
            getComputedStyle(element).display === "inline" &&
            inText
          );
        })
        .map((element) => {
          // A label is part of its field's target.
          const box = (element.closest("label") ?? element).getBoundingClientRect();
          return { html: element.outerHTML.slice(0, 120), width: box.width, height: box.height };
        })
        .filter(({ width, height }) => Math.min(width, height) < smallest - 0.5)
        .map(({ html, width, height }) => `target of ${width}x${height}: ${html}`),
    { operable: OPERABLE, smallest: SMALLEST_TARGET },
  );
}

async function shiftTrouble(page: Page): Promise<string[]> {
  const shift = await layoutShift(page);
  return shift <= LARGEST_SHIFT ? [] : [`layout shift of ${shift}`];
}

async function headingTrouble(page: Page): Promise<string[]> {
  const headings = await page.getByRole("heading", { level: 1 }).count();
  const title = await page.title();
  return [
    ...(headings === 1 ? [] : [`${headings} first-level headings`]),
    ...(/^\S.* · Field Agents$/.test(title) ? [] : [`titled "${title}"`]),
  ];
}

/** Presses Tab through the page: everything that can be operated is reached, and seen to be. */
async function keyboardTrouble(page: Page): Promise<string[]> {
  const count = await page.evaluate((operable) => {
    const reached = new Map<Element, boolean>();
    const expected = [...document.querySelectorAll(operable)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getAttribute("tabindex") !== "-1",
    );
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      reached.set(target, outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2);
    });
    (document.activeElement as HTMLElement | null)?.blur();
    Object.assign(window, { tabbed: { reached, expected } });
    return expected.length;
  }, OPERABLE);
  // The browser's own controls come once in the round.
  for (let press = 0; press < count + 2; press += 1) await page.keyboard.press("Tab");
  return page.evaluate(() => {
    const { reached, expected } = Reflect.get(window, "tabbed") as {
      reached: Map<Element, boolean>;
      expected: Element[];
    };
    const short = (element: Element) => element.outerHTML.slice(0, 120);
    return [
      ...expected
        .filter((element) => element.isConnected && !reached.has(element))
        .map((element) => `no way to by keyboard: ${short(element)}`),
      ...[...reached]
        .filter(([, seen]) => !seen)
        .map(([element]) => `focus that is not seen: ${short(element)}`),
    ];
  });
}

interface ThemeTrace {
  /** Each class of the root so far, and when. */
  classes: { at: number; name: string }[];
  /** The colour behind everything in the first frame. */
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

/** Runs in the page before anything of its own. */
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
