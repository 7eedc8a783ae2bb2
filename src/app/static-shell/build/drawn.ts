import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** A page or a part of one that is not shown after so many milliseconds has failed. */
const PATIENCE_MS = 10_000;

/** Something drawn, and the rules for the classes that take the place of its style attributes. */
export interface Drawn<Content> {
  content: Content;
  css: string;
}

/**
 * Draws something in this process's document.
 * @param awaited a selector of what is there when it is complete
 * @returns a copy, in an element that is not in the document
 * @throws Error if it does not appear or shows a failure
 */
export async function drawn(content: ReactNode, awaited: string): Promise<HTMLElement> {
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
 * Removes what belongs to the app's own copy alone: ids, which would be there twice, and style
 * attributes, which the Content-Security-Policy does not allow in HTML. Each style gets a class
 * instead.
 * @param name begins the classes' names
 * @returns the classes' rules
 */
export function forShell(drawn: HTMLElement, name: string): string {
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
