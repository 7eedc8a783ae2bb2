import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { SHELL_PATHS } from "#platform/static-shells.ts";
import { useSession } from "#session/session.ts";
import { useIdle } from "#ui/when-idle.ts";
import { App } from "../../app.tsx";
import { piecesOf } from "./pieces.tsx";

/** A page that is not shown after so many milliseconds has failed. */
const PATIENCE_MS = 10_000;

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
 * What a device knows and the build does not: the time of day, and how this device is set. Fields are
 * among them, because what is written into a drawn one would be lost. Their places stay empty.
 */
const UNKNOWN = "time, input, textarea";

/** Links to a place in the page: the drawn page has none of its ids. */
const SKIP_LINKS = "a[href^='#']";

/** A drawn page, and the rules for the classes that take the place of its style attributes. */
export interface DrawnShell {
  title: string;
  html: string;
  css: string;
}

/**
 * Draws every shell by the app's own components, in this process's document. Nothing can be read
 * there, so that each page is as it is before its first read.
 */
export async function drawShells(): Promise<Record<string, DrawnShell>> {
  // What a page loads when it has become idle is not part of it yet.
  useIdle.setState = () => undefined;
  useSession.setState({ status: "signed-in", identity: SOMEBODY });
  const drawn: Record<string, DrawnShell> = {};
  for (const path of SHELL_PATHS) drawn[path] = await draw(path);
  return drawn;
}

async function draw(path: string): Promise<DrawnShell> {
  history.replaceState(null, "", path);
  const page = await drawn(<App />, "h1", path);
  const pieces = piecesOf(path);
  const template = document.createElement("div");
  if (pieces !== null) {
    template.append(...(await drawn(pieces.content, "*", path)).childNodes);
    pieces.mark(template);
    page.append(template);
  }
  for (const element of page.querySelectorAll(UNKNOWN)) {
    element.setAttribute("data-unknown", "");
    if (element.tagName === "TIME") element.textContent = "";
    for (const name of ["datetime", "checked", "aria-checked"]) element.removeAttribute(name);
  }
  for (const element of page.querySelectorAll("[id], [tabindex]")) {
    element.removeAttribute("id");
    element.removeAttribute("tabindex");
  }
  for (const link of page.querySelectorAll(SKIP_LINKS)) link.remove();
  const css = takeStyles(page, path.slice(1));
  template.remove();
  const held = pieces === null ? "" : `<template>${template.innerHTML}</template>`;
  return { title: document.title, html: `${page.innerHTML}${held}`, css };
}

/**
 * Renders something of a page.
 * @param awaited a selector of what it shows when it is complete
 */
async function drawn(content: ReactNode, awaited: string, path: string): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(content);
  const deadline = Date.now() + PATIENCE_MS;
  while (place.querySelector(awaited) === null) {
    if (Date.now() > deadline) throw new Error(`${path} was not shown`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (place.querySelector("[role=alert]") !== null) throw new Error(`${path} failed`);
  const copy = place.cloneNode(true) as HTMLElement;
  root.unmount();
  place.remove();
  return copy;
}

/**
 * Gives each style attribute a class instead, because the Content-Security-Policy allows no style
 * attributes in HTML. @returns the classes' rules
 */
function takeStyles(page: HTMLElement, name: string): string {
  const rules: string[] = [];
  for (const element of page.querySelectorAll("[style]")) {
    const className = `${name}-style-${rules.length}`;
    // Twice, so that it counts more than the components' own rules, as a style attribute does.
    rules.push(`#shell .${className}.${className} { ${element.getAttribute("style")} }`);
    element.classList.add(className);
    element.removeAttribute("style");
  }
  return rules.join("\n");
}
