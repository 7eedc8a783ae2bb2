import { Box } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { OpenPdf } from "./open-pdf.ts";
import { passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

/** Largest width of a page without zoom, in CSS pixels: longer lines are hard to follow. */
const WIDEST = 960;

/** One page of a PDF, as wide as the available space, times the zoom. */
export function PdfPages(props: {
  pdf: OpenPdf;
  number: number;
  zoom: number;
  /** See `PageToDraw`. Must not change between renders. */
  passages: readonly string[];
  onTurn: (by: 1 | -1) => void;
  onZoom: (by: 1 | -1) => void;
  onFailure: () => void;
}) {
  const { pdf, number, zoom, passages, onFailure } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ number: number; passages: readonly string[] } | null>(null);
  const room = useWidth(scroll);
  useEffect(() => {
    if (room === 0) return;
    const stop = new AbortController();
    drawPage(pdf, { number, width: Math.min(room, WIDEST) * zoom, passages }, stop.signal).then(
      (page) => {
        if (page === null || stop.signal.aborted) return;
        const same = shown.current?.number === number && shown.current.passages === passages;
        // Zooming, or turning the phone, keeps the reader's place on the page.
        const restore = same && scroll.current !== null ? holdPlace(scroll.current) : null;
        place.current?.replaceChildren(page);
        shown.current = { number, passages };
        if (restore !== null) return restore();
        const mark = page.querySelector("mark");
        if (mark === null) scroll.current?.scrollTo({ top: 0 });
        else mark.scrollIntoView({ block: "center" });
      },
      () => stop.signal.aborted || onFailure(),
    );
    return () => stop.abort();
  }, [pdf, number, zoom, room, passages, onFailure]);

  function act(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") props.onZoom(1);
    else if (event.key === "-") props.onZoom(-1);
    // With zoom the arrow keys scroll the wide page; without zoom they turn pages.
    if (zoom > 1) return;
    if (event.key === "ArrowRight") props.onTurn(1);
    else if (event.key === "ArrowLeft") props.onTurn(-1);
  }

  return (
    <Box
      component="section"
      ref={scroll}
      aria-label={`Page ${number}`}
      tabIndex={0}
      className={classes.scroll}
      onKeyDown={act}
    >
      <div ref={place} />
    </Box>
  );
}

/** The width inside an element, in CSS pixels, kept up to date; 0 until it is known. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * Notes which place of the page the reader looks at inside a scrolling element: the marked passage
 * if it is visible, otherwise the middle of the visible part.
 * @returns a function that scrolls back to this place after the page has become larger or smaller
 */
function holdPlace(scroll: HTMLElement): () => void {
  const view = scroll.getBoundingClientRect();
  const before = pageBox(scroll);
  const mark = scroll.querySelector("mark")?.getBoundingClientRect();
  const seen = mark !== undefined && mark.bottom > view.top && mark.top < view.bottom;
  const box = seen ? mark : view;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  return () => {
    const after = pageBox(scroll);
    scroll.scrollBy({
      left: after.left + ((x - before.left) / before.width) * after.width - x,
      top: after.top + ((y - before.top) / before.height) * after.height - y,
      behavior: "instant",
    });
  };
}

function pageBox(scroll: HTMLElement): DOMRect {
  return (scroll.querySelector("canvas") ?? scroll).getBoundingClientRect();
}

interface PageToDraw {
  /** The page number, starting at 1. */
  number: number;
  /** In CSS pixels. */
  width: number;
  /** The passages to mark, the most exact first: only the first one that is found is marked. */
  passages: readonly string[];
}

/**
 * Draws a page with an invisible text layer above it, for selection and screen readers, and marks a
 * passage.
 * @returns the page; nothing if the signal has aborted the drawing
 */
async function drawPage(
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
  const pixels = Math.max(1, viewport.width * viewport.height);
  const sharp = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / pixels));
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
