import type { OpenPdf } from "./open-pdf.ts";
import { passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

export interface PageToDraw {
  /** The page number, starting at 1. */
  number: number;
  /** In CSS pixels. */
  width: number;
  /**
   * The passages to mark, the most exact first: a later one is marked only if the earlier ones are
   * not found.
   */
  passages: readonly string[];
}

/**
 * Draws a page with an invisible text layer above it, for selection and screen readers, and marks a
 * passage.
 * @returns the page; nothing if the signal has aborted the drawing
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
  // pdf.js measures letters with this element outside the page, and expects its own stylesheet to
  // hide it.
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
    // Start with the last mark, so that the positions of earlier marks stay valid.
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

/** Largest number of pixels of a canvas: above it phones show no canvas or a white one. */
const MOST_PIXELS = 16_000_000;

/**
 * Canvas pixels per CSS pixel: the density of the screen, or less if the canvas would be too large.
 */
function outputScale(width: number, height: number, ratio: number): number {
  return Math.min(ratio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
}
