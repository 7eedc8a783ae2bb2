import type { PDFOperatorList } from "pdfjs-dist/types/src/display/api.d.ts";
import type { Operations } from "./rulings.ts";

/** How far a text is looked for among the drawn letters, when some are missing. */
const LOOK_AHEAD = 2_000;

/**
 * Finds the texts of a page that are in a layer that is off. pdf.js reports this for the operations
 * alone, which draw the same texts in the same order, so the two are read along each other.
 * @param isVisible whether a layer is on, by the arguments of the operation
 * @returns a function to be called with the texts in their order; null when no layer is off
 */
export function hiddenText(
  list: PDFOperatorList,
  ops: Operations,
  isVisible: (layer: unknown) => boolean,
): ((text: string) => boolean) | null {
  let letters = "";
  const hidden: boolean[] = [];
  const open: boolean[] = [];
  for (const [at, operation] of list.fnArray.entries()) {
    const args: unknown[] = list.argsArray[at] ?? [];
    if (operation === ops.beginMarkedContent) open.push(false);
    else if (operation === ops.beginMarkedContentProps) {
      open.push(args[0] === "OC" && !isVisible(args[1]));
    } else if (operation === ops.endMarkedContent) open.pop();
    else if (operation === ops.showText) {
      const isHidden = open.includes(true);
      const text = comparableLetters(shownText(args));
      letters += text;
      for (let count = text.length; count > 0; count -= 1) hidden.push(isHidden);
    }
  }
  if (!hidden.includes(true)) return null;
  let place = 0;
  return (text) => {
    const wanted = comparableLetters(text);
    if (wanted === "") return false;
    const found = letters.indexOf(wanted, place);
    if (found === -1 || found > place + LOOK_AHEAD) return false;
    place = found + wanted.length;
    return hidden[found] === true;
  };
}

/** The text of an operation that shows some. @param args its arguments */
export function shownText([glyphs]: readonly unknown[]): string {
  return (glyphs as ({ unicode?: string } | number | null)[])
    .map((glyph) => (typeof glyph === "object" ? (glyph?.unicode ?? "") : ""))
    .join("");
}

/** A text as both lists have it: without spaces, which pdf.js adds, and with ligatures apart. */
export function comparableLetters(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/g, "");
}
