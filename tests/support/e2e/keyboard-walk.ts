import type { Page } from "playwright";

/** What can be operated, as a selector. */
export const OPERABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** Presses Tab through the page: everything that can be operated is reached, and seen to be. */
export async function keyboardTrouble(page: Page): Promise<string[]> {
  await page.evaluate((operable) => {
    const reached = new Map<Element, boolean>();
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      reached.set(target, outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2);
    });
    const missed = () =>
      [...document.querySelectorAll(operable)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.getAttribute("tabindex") !== "-1" &&
          !reached.has(element),
      );
    (document.activeElement as HTMLElement | null)?.blur();
    Object.assign(window, { walk: { reached, missed } });
  }, OPERABLE);
  const left = () =>
    page.evaluate(() => {
      const { missed } = Reflect.get(window, "walk") as { missed(): Element[] };
      return missed().length;
    });
  // The browser's own controls come once in the round. What appears during the walk lengthens it.
  for (let round = 0; round < 3; round += 1) {
    const presses = await left();
    if (presses === 0) break;
    for (let press = 0; press < presses + 2; press += 1) await page.keyboard.press("Tab");
  }
  return page.evaluate(() => {
    const { reached, missed } = Reflect.get(window, "walk") as {
      reached: Map<Element, boolean>;
      missed(): Element[];
    };
    const short = (element: Element) => element.outerHTML.slice(0, 120);
    return [
      ...missed().map((element) => `no way to by keyboard: ${short(element)}`),
      ...[...reached]
        .filter(([, seen]) => !seen)
        .map(([element]) => `focus that is not seen: ${short(element)}`),
    ];
  });
}
