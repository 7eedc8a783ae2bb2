import { Box } from "@mantine/core";
import type { PageViewport } from "pdfjs-dist";
import type { TextItem } from "pdfjs-dist/types/src/display/api.d.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { OpenPdf } from "./open-pdf.ts";
import { type Mark, passageMarks } from "./passage-marks.ts";
import classes from "./pdf-page.module.css";

/** Largest width of a page without zoom, in CSS pixels: longer lines are hard to follow. */
const WIDEST = 960;

/** On a place that is narrower than this, in CSS pixels, a page opens zoomed to its marked passage. */
const NARROW = 768;

/** The possible zoom factors; 1 is the width of the screen. */
export const ZOOMS = [1, 1.25, 1.5, 2, 3] as const;

/** One page of a PDF, as wide as the available space, times the zoom. */
export function PdfPages(props: {
  pdf: OpenPdf;
  number: number;
  zoom: PageToDraw["zoom"];
  /** See `PageToDraw`. Must not change between renders. */
  passages: readonly string[];
  onTurn: (by: 1 | -1) => void;
  onZoom: (by: 1 | -1) => void;
  /** Called with the zoom of each drawn page. Must not change between renders. */
  onDrawn: (zoom: number) => void;
  onFailure: () => void;
}) {
  const { pdf, number, zoom, passages, onDrawn, onFailure } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ number: number; zoom: number; passages: readonly string[] } | null>(null);
  const room = useWidth(scroll);
  useEffect(() => {
    if (room === 0) return;
    const stop = new AbortController();
    drawPage(pdf, { number, room, zoom, passages }, stop.signal).then(
      (drawn) => {
        const view = scroll.current;
        if (drawn === null || view === null || stop.signal.aborted) return;
        const same = shown.current?.number === number && shown.current.passages === passages;
        // Zooming, or turning the phone, keeps the reader's place on the page.
        const restore = same ? holdPlace(view) : null;
        place.current?.replaceChildren(drawn.page);
        shown.current = { number, zoom: drawn.zoom, passages };
        onDrawn(drawn.zoom);
        const mark = drawn.page.querySelector("mark");
        if (restore !== null) restore();
        else if (mark === null) view.scrollTo({ top: 0 });
        else {
          // The passage begins in the upper part, so that most of it is in view.
          const by = mark.getBoundingClientRect().top - view.getBoundingClientRect().top;
          view.scrollBy({ top: by - view.clientHeight / 5, behavior: "instant" });
        }
        if (drawn.left !== null) view.scrollLeft = drawn.left;
      },
      () => stop.signal.aborted || onFailure(),
    );
    return () => stop.abort();
  }, [pdf, number, zoom, room, passages, onDrawn, onFailure]);

  function act(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "+" || event.key === "=") props.onZoom(1);
    else if (event.key === "-") props.onZoom(-1);
    // With zoom the arrow keys scroll the wide page; without zoom they turn pages.
    if ((shown.current?.zoom ?? 1) > 1) return;
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
 * Notes which place of the page the reader looks at: the marked passage if it is visible, otherwise the
 * middle of the visible part.
 * @returns a function that scrolls back to this place after the page has become larger or smaller
 */
function holdPlace(scroll: HTMLElement): () => void {
  const view = scroll.getBoundingClientRect();
  const mark = scroll.querySelector("mark")?.getBoundingClientRect();
  const seen = mark !== undefined && mark.bottom > view.top && mark.top < view.bottom;
  const { left, top, width, height } = seen ? mark : view;
  const [x, y] = [left + width / 2 - view.left, top + height / 2 - view.top];
  const onPage = [
    (scroll.scrollLeft + x) / scroll.scrollWidth,
    (scroll.scrollTop + y) / scroll.scrollHeight,
  ] as const;
  return () =>
    scroll.scrollTo({
      left: onPage[0] * scroll.scrollWidth - x,
      top: onPage[1] * scroll.scrollHeight - y,
      behavior: "instant",
    });
}

interface PageToDraw {
  /** The page number, starting at 1. */
  number: number;
  /** The width of the place for it, in CSS pixels. */
  room: number;
  /** A factor of the width; null if the column of the marked passage has to fill a narrow place. */
  zoom: number | null;
  /** The passages to mark, the most exact first: only the first one that is found is marked. */
  passages: readonly string[];
}

/**
 * Draws a page with an invisible text layer above it, for selection and screen readers, and marks a
 * passage.
 * @returns the page, its zoom, and how far to scroll to the right in CSS pixels, if that is known;
 *   null if the signal has aborted the drawing
 */
async function drawPage(
  { reader, document: pdf }: OpenPdf,
  { number, room, zoom: wanted, passages }: PageToDraw,
  signal: AbortSignal,
): Promise<{ page: HTMLElement; zoom: number; left: number | null } | null> {
  const page = await pdf.getPage(number);
  const content = await page.getTextContent();
  if (signal.aborted) return null;
  const items = content.items.filter((item) => "str" in item);
  const marks = findPassage(
    items.map(({ str }) => str),
    passages,
  );
  const plain = page.getViewport({ scale: 1 });
  const unzoomed = Math.min(room, WIDEST) / plain.width;
  const column =
    wanted === null && room < NARROW ? findColumn(items, marks, plain, room / unzoomed) : null;
  const zoom = wanted ?? column?.zoom ?? 1;
  const scale = unzoomed * zoom;
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
    textContentSource: content,
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
  markPassage(layer.textDivs, marks);
  element.append(canvas, container);
  return { page: element, zoom, left: column && column.left * scale };
}

/** The marks of the first passage that is on the page. */
function findPassage(texts: readonly string[], passages: readonly string[]): Mark[] {
  for (const passage of passages) {
    const marks = passageMarks(texts, passage);
    if (marks.length > 0) return marks;
  }
  return [];
}

/** Room on both sides of a column, in CSS pixels of the page without zoom. */
const BESIDE = 8;

/**
 * The column of a marked passage. It ends where the text goes on higher on the page.
 * @param room the width of the place, in units of the page
 * @returns the zoom at which it fills the place, and its left edge in units of the page
 */
function findColumn(
  items: readonly TextItem[],
  marks: readonly Mark[],
  viewport: PageViewport,
  room: number,
): { zoom: number; left: number } | null {
  let [left, right, top] = [Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  for (const { item } of marks) {
    const { transform = [], width = 0, height = 0 } = items[item] ?? {};
    const [a = 1, b = 0, , , x = 0, y = 0] = transform;
    const along = width / (Math.hypot(a, b) || 1);
    const [fromX, fromY] = viewport.convertToViewportPoint(x, y) as [number, number];
    const [toX] = viewport.convertToViewportPoint(x + a * along, y + b * along) as [number];
    if (fromY < top - height / 2) break;
    top = Math.max(top, fromY);
    left = Math.min(left, fromX, toX);
    right = Math.max(right, fromX, toX);
  }
  if (right <= left) return null;
  const zoom = Math.min(Math.max(...ZOOMS), Math.max(1, room / (right - left + 2 * BESIDE)));
  return { zoom, left: left - BESIDE };
}

function markPassage(elements: readonly HTMLElement[], marks: readonly Mark[]): void {
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
}

/** Largest number of pixels of a canvas: above it phones show no canvas or a white one. */
const MOST_PIXELS = 16_000_000;
