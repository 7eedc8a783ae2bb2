import type { Page } from "playwright";

/** A selector for everything that can be operated. */
export const OPERABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** After this many rounds without a new element, the rest counts as unreachable. */
const IDLE_ROUNDS = 3;
/** How often Tab is pressed before the page draws what came into the document by it. */
const PRESSES = 8;

/**
 * Presses Tab through the page, and reports every operable element that gets no focus or no visible
 * focus. Long lists are walked to their end: rows that come into the document on the way count too.
 */
export async function keyboardTrouble(page: Page): Promise<string[]> {
  await page.evaluate((operable) => {
    /** A row of a long list may leave the document, and return as another element. */
    const nameOf = (element: Element): Element | string => {
      // The radio buttons of a group are one stop of the Tab key; the arrow keys move between them.
      if (element instanceof HTMLInputElement && element.type === "radio") {
        return `radio buttons ${element.name}`;
      }
      const row = element.closest("[aria-posinset]");
      if (row === null) return element;
      const list = row.parentElement?.getAttribute("aria-label");
      const place = [...row.querySelectorAll(operable)].indexOf(element);
      return `${list} ${row.getAttribute("aria-posinset")} ${place}`;
    };
    const reached = new Map<Element | string, { html: string; seen: boolean }>();
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      reached.set(nameOf(target), {
        html: target.outerHTML.slice(0, 120),
        seen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      });
    });
    const missed = () =>
      [...document.querySelectorAll(operable)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getAttribute("tabindex") !== "-1" &&
          !reached.has(nameOf(element)),
      );
    (document.activeElement as HTMLElement | null)?.blur();
    Object.assign(window, { walk: { reached, missed } });
  }, OPERABLE);
  const progress = () =>
    page.evaluate(() => {
      const { reached, missed } = Reflect.get(window, "walk") as Walk;
      return { reached: reached.size, left: missed().length };
    });
  // The browser's own controls come once per round. Elements that appear during the walk lengthen
  // it.
  let now = await progress();
  for (let idle = 0; now.left > 0 && idle < IDLE_ROUNDS; ) {
    const before = now;
    for (let pressed = 0; pressed < before.left + 2; pressed += PRESSES) {
      await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.press("Tab")));
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    now = await progress();
    idle = now.reached > before.reached ? 0 : idle + 1;
  }
  return page.evaluate(() => {
    const { reached, missed } = Reflect.get(window, "walk") as Walk;
    return [
      ...missed().map((element) => `no way to by keyboard: ${element.outerHTML.slice(0, 120)}`),
      ...[...reached.values()]
        .filter(({ seen }) => !seen)
        .map(({ html }) => `focus that is not seen: ${html}`),
    ];
  });
}

/**
 * What the walk stores in the page: the elements that had the focus so far, and those that did not.
 */
interface Walk {
  reached: Map<Element | string, { html: string; seen: boolean }>;
  missed(): Element[];
}
