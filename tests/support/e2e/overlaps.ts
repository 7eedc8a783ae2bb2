import type { Page } from "playwright";
import { OPERABLE } from "./keyboard-walk.ts";

/** So many elements of a page are looked at: long lists repeat their rows. */
const MOST = 150;

/** Controls and texts over which something lies in the middle of the screen, one line each. */
export function overlapTrouble(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ operable, most }) => {
      const isShown = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const hasText = (element: Element) =>
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
        );
      const describe = (element: Element) => (element.outerHTML.split(">")[0] ?? "").slice(0, 90);
      const wanted = [...document.body.querySelectorAll("*")]
        .filter((element) => element.matches(operable) || hasText(element))
        .filter(
          (element) =>
            element.closest("svg, option, [inert], [aria-hidden='true']") === null &&
            isShown(element),
        )
        .slice(0, most);
      const trouble: string[] = [];
      for (const element of wanted) {
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const box = element.getClientRects()[0];
        // Text for screen readers alone has the size of a pixel.
        if (box === undefined || box.width < 4 || box.height < 4) continue;
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        // It lies beside the screen: a link that appears when it gets the focus.
        if (at === null) continue;
        const target = element.closest("label") ?? element;
        const isItself = target.contains(at) || at.contains(target);
        if (!isItself && getComputedStyle(element).pointerEvents !== "none") {
          trouble.push(`${describe(at)} lies over ${describe(element)}`);
        }
      }
      window.scrollTo(0, 0);
      return trouble;
    },
    { operable: OPERABLE, most: MOST },
  );
}
