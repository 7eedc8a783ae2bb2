import type { PDFPageProxy } from "pdfjs-dist/types/src/display/api.d.ts";
import { applyTo, type Matrix } from "./geometry.ts";
import type { Run } from "./page-content.ts";

/** What pdf.js tells of a field of a form, or of a note on a page. */
interface Annotation {
  subtype: string;
  rect: [left: number, bottom: number, right: number, top: number];
  hidden?: boolean;
  noView?: boolean;
  fieldType?: string;
  fieldValue?: string | string[] | null;
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  /** Of a box or a button: the value that it has when it is on. */
  exportValue?: string;
  buttonValue?: string;
  contentsObj?: { str: string };
  textContent?: string[];
  defaultAppearanceData?: { fontSize?: number };
}

const USUAL_SIZE = 10;
/** The height of a line, as a multiple of its letters' size. */
const LINE_HEIGHT = 1.2;

/**
 * The values of a page's filled fields, and the notes that are written on it, where they stand.
 * @param upright transformation from the document's coordinates to the page's
 */
export async function writtenNotes(page: PDFPageProxy, upright: Matrix): Promise<Run[]> {
  const annotations: Annotation[] = await page.getAnnotations();
  return annotations.flatMap((annotation) => {
    const text = printedText(annotation);
    const { rect, defaultAppearanceData } = annotation;
    const height = rect[3] - rect[1];
    const lines = text.split(/\r\n?|\n/);
    // A size of 0 fits the field.
    const size =
      defaultAppearanceData?.fontSize || Math.min(USUAL_SIZE, height / lines.length / LINE_HEIGHT);
    const top = lines.length === 1 ? rect[1] + (height + size * 0.5) / 2 : rect[3] - size;
    return lines.flatMap((line, at): Run[] => {
      const [x, y] = applyTo(upright, rect[0], top - at * size * LINE_HEIGHT);
      const letters = { isBold: false, isMonospaced: false };
      const width = Math.min(rect[2] - rect[0], line.length * size * 0.5);
      return line.trim() === "" ? [] : [{ text: line.trim(), x, y, width, size, ...letters }];
    });
  });
}

/** What is seen of a field or a note; "" for what is not printed. */
function printedText(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue } = annotation;
  if (annotation.hidden === true || annotation.noView === true) return "";
  if (subtype === "FreeText") {
    return annotation.contentsObj?.str || (annotation.textContent ?? []).join("\n");
  }
  if (subtype !== "Widget") return "";
  if (fieldType === "Btn") {
    if (annotation.checkBox !== true && annotation.radioButton !== true) return "";
    const isOn =
      fieldValue === (annotation.checkBox ? annotation.exportValue : annotation.buttonValue);
    return isOn ? "☒" : "";
  }
  if (annotation.password === true) return "";
  return [fieldValue ?? ""].flat().join(", ");
}
