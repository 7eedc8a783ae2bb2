/// <reference lib="webworker" />
import { jsPDF } from "jspdf";
import type { Photo } from "#mirror/person/person-database.ts";

/** A part of an entry: its heading, and its text without Markdown marks. */
export interface EntryPart {
  heading: string;
  text: string;
}

/** The reply of the worker that makes the file. */
export type PdfReply = { file: Blob } | { error: string };

/** The printed parts of an entry. */
export interface PrintedEntry {
  title: string;
  photo: Pick<Photo, "bytes" | "width" | "height"> | null;
  parts: readonly EntryPart[];
}

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const WIDTH = PAGE.width - 2 * PAGE.margin;
const PHOTO_HEIGHT = 300;
const LINE = 1.45;
/** How many pixels a point of a drawn text has: enough to print it. */
const SCALE = 3;

/** The characters that the fonts of every PDF reader have (Windows code page 1252). */
const PLAIN = /^[\n\x20-\x7e\xa0-\xff–—‘’‚“”„•…€™]*$/;

interface Style {
  size: number;
  weight: "normal" | "bold";
  /** Space above, in points. */
  above: number;
}

const TITLE: Style = { size: 15, weight: "bold", above: 0 };
const HEADING: Style = { size: 10.5, weight: "bold", above: 16 };
const TEXT: Style = { size: 11, weight: "normal", above: 4 };

/** Makes a PDF file of an entry. Text of other alphabets is drawn with the device's own fonts. */
async function createEntryPdf({ title, photo, parts }: PrintedEntry): Promise<Blob> {
  const pdf = new jsPDF({ unit: "pt", format: "a4", compress: true });
  pdf.setProperties({ title, creator: "Field Agents" });
  let y = PAGE.margin;

  function room(height: number): void {
    if (y + height <= PAGE.height - PAGE.margin) return;
    pdf.addPage();
    y = PAGE.margin;
  }

  async function write(text: string, style: Style): Promise<void> {
    y += style.above;
    const height = style.size * LINE;
    const lines = PLAIN.test(text) ? plainLines(pdf, text, style) : drawnLines(text, style);
    for await (const line of lines) {
      room(height);
      if (typeof line === "string") pdf.text(line, PAGE.margin, y + style.size);
      else pdf.addImage(line, "PNG", PAGE.margin, y, WIDTH, height);
      y += height;
    }
  }

  await write(title, TITLE);
  if (photo !== null) {
    const scale = Math.min(WIDTH / photo.width, PHOTO_HEIGHT / photo.height);
    const height = photo.height * scale;
    y += HEADING.above;
    room(height);
    const bytes = new Uint8Array(photo.bytes);
    pdf.addImage(bytes, "JPEG", PAGE.margin, y, photo.width * scale, height);
    y += height;
  }
  for (const { heading, text } of parts) {
    await write(heading, HEADING);
    await write(text, TEXT);
  }
  return pdf.output("blob");
}

function plainLines(pdf: jsPDF, text: string, { size, weight }: Style): string[] {
  pdf.setFont("helvetica", weight).setFontSize(size);
  return pdf.splitTextToSize(text, WIDTH) as string[];
}

/** The lines of a text as PNG pictures. */
async function* drawnLines(text: string, { size, weight }: Style): AsyncGenerator<Uint8Array> {
  const canvas = new OffscreenCanvas(WIDTH * SCALE, size * LINE * SCALE);
  const brush = canvas.getContext("2d");
  if (brush === null) throw new Error("This browser draws no text");
  brush.font = `${weight} ${size * SCALE}px sans-serif`;
  brush.textBaseline = "top";
  for (const line of wrapped(text, (piece) => brush.measureText(piece).width <= canvas.width)) {
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.fillText(line, 0, size * 0.1 * SCALE);
    const picture = await canvas.convertToBlob({ type: "image/png" });
    yield new Uint8Array(await picture.arrayBuffer());
  }
}

/** A text in lines that fit, cut where its language allows it. */
function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const words = new Intl.Segmenter(undefined, { granularity: "word" });
  return text.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const { segment } of words.segment(paragraph)) {
      const line = lines.at(-1) ?? "";
      if (line === "" || fits(line + segment.trimEnd())) lines[lines.length - 1] = line + segment;
      else lines.push(segment.trimStart());
    }
    return lines;
  });
}

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", async ({ data }: MessageEvent<PrintedEntry>) => {
  const reply: PdfReply = await createEntryPdf(data).then(
    (file) => ({ file }),
    (error) => ({ error: error instanceof Error ? error.message : "The PDF file failed" }),
  );
  self.postMessage(reply);
});
