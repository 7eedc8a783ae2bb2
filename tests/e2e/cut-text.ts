import type { Page } from "playwright";

/**
 * Text that is cut off, and what lies beside the screen where nothing scrolls to it, one line each.
 * Only tables and other areas that scroll by themselves may be wider than the screen.
 */
export function cutTextTrouble(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (element: Element) =>
      `${(element.outerHTML.split(">")[0] ?? "").slice(0, 80)}> "${element.textContent?.slice(0, 40)}"`;
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
    const scrollsAcross = (element: Element) =>
      ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    const around = (element: Element): Element[] =>
      element.parentElement === null
        ? []
        : [element.parentElement, ...around(element.parentElement)];
    const trouble: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width + 1) {
      trouble.push(`the page is ${document.documentElement.scrollWidth} px wide on ${width}`);
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (!hasText(element) && !element.matches("button, a, input, textarea, select")) continue;
      if (element.closest("svg, option, [inert], [aria-hidden='true']") !== null) continue;
      // A line of the history shows the beginning of a title; the whole entry is beside it.
      if (element.matches("a > [data-title]")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      // Text for screen readers alone has the size of a pixel.
      if (box.width < 4 || box.height < 4 || box.bottom < 0) continue;
      const parents = around(element);
      if ((box.right > width + 1 || box.left < -1) && !parents.some(scrollsAcross)) {
        trouble.push(`${describe(element)} reaches from ${box.left} to ${box.right} of ${width}`);
      }
      for (const each of [element, ...parents]) {
        if (each === document.body) break;
        const { overflowX, overflowY } = getComputedStyle(each);
        const inner = each.getBoundingClientRect();
        const cutsX = ["hidden", "clip"].includes(overflowX);
        const cutsY = ["hidden", "clip"].includes(overflowY);
        // What is typed into a field of one line scrolls in it.
        const cut =
          each === element
            ? !each.matches("input") &&
              ((cutsX && each.scrollWidth > each.clientWidth + 1) ||
                (cutsY && each.scrollHeight > each.clientHeight + 3))
            : (cutsX && (box.right > inner.right + 1 || box.left < inner.left - 1)) ||
              (cutsY && (box.bottom > inner.bottom + 3 || box.top < inner.top - 3));
        if (cut) trouble.push(`${describe(element)} is cut off by ${describe(each)}`);
        if (scrollsAcross(each) || ["auto", "scroll"].includes(overflowY)) break;
      }
    }
    // A bar that does not grow: its text would lie over what is beside it.
    for (const bar of document.querySelectorAll("header, nav[aria-label]")) {
      if (!["sticky", "fixed"].includes(getComputedStyle(bar).position)) continue;
      const { top, bottom } = bar.getBoundingClientRect();
      for (const element of bar.querySelectorAll("*")) {
        const box = element.getBoundingClientRect();
        if (!hasText(element) || box.height < 4) continue;
        if (box.top < top - 2 || box.bottom > bottom + 2) {
          trouble.push(`${describe(element)} does not fit into ${describe(bar)}`);
        }
      }
    }
    return trouble;
  });
}
