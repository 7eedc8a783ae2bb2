import type { OpenPdf } from "./open-pdf.ts";
import { passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

export interface PageToDraw {
  /** From 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  /** What is to be marked, the most exact first: those after it count where it is not found. */
  passages: readonly string[];
}

/**
 * Draws a page with its text above it, for selecting and for screen readers, and marks a passage.
 * @returns the page; nothing when the signal has ended it
 */
export async function drawPage(
  { reader, document: pdf }: OpenPdf,
  { number, width, passages }: PageToDraw,
  signal: AbortSignal,
): Promise<HTMLElement | null> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return null;
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const element = document.createElement("div");
  element.className = classes.page ?? "";
  element.style.width = `${viewport.width}px`;
  element.style.height = `${viewport.height}px`;
  element.style.setProperty("--total-scale-factor", String(scale));

  const canvas = document.createElement("canvas");
  const sharp = outputScale(viewport.width, viewport.height, window.devicePixelRatio);
  canvas.width = Math.floor(viewport.width * sharp);
  canvas.height = Math.floor(viewport.height * sharp);
  canvas.className = classes.canvas ?? "";
  canvas.setAttribute("aria-hidden", "true");
  const drawing = page.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
  const cancel = () => drawing.cancel();
  signal.addEventListener("abort", cancel);

  const container = document.createElement("div");
  container.className = classes.text ?? "";
  const layer = new reader.TextLayer({
    textContentSource: await page.getTextContent(),
    container,
    viewport,
  });
  try {
    await Promise.all([drawing.promise, layer.render()]);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  // pdf.js measures letters on it, beside the page, and counts on its own stylesheet to hide it.
  for (const measure of document.querySelectorAll<HTMLElement>("body > .hiddenCanvasElement")) {
    measure.hidden = true;
  }
  markPassage(layer.textDivs, layer.textContentItemsStr, passages);
  element.append(canvas, container);
  return element;
}

function markPassage(
  elements: readonly HTMLElement[],
  texts: readonly string[],
  passages: readonly string[],
): void {
  for (const passage of passages) {
    const marks = passageMarks(texts, passage);
    // From the last, so that the places of those before it stay.
    for (const { item, from, to } of [...marks].reverse()) {
      const text = elements[item]?.firstChild;
      if (!(text instanceof Text)) continue;
      const mark = document.createElement("mark");
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      range.surroundContents(mark);
    }
    if (marks.length > 0) return;
  }
}

/** Most pixels of a canvas: phones show none, or a white one, beyond it. */
const MOST_PIXELS = 16_000_000;

/** Canvas pixels for a CSS pixel: as the screen has them, or as many as a canvas can hold. */
export function outputScale(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
}
