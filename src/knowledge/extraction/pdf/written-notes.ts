import type { PDFOperatorList, PDFPageProxy } from "pdfjs-dist/types/src/display/api.d.ts";
import { applyTo, type Matrix } from "./geometry.ts";
import { comparableLetters, shownText } from "./hidden-text.ts";
import type { Run } from "./page-content.ts";
import type { Operations } from "./rulings.ts";

/** The report of pdf.js about a field of a form, or of a note on a page. */
interface Annotation {
  id: string;
  subtype: string;
  rect: [left: number, bottom: number, right: number, top: number];
  annotationFlags: number;
  fieldType?: string;
  fieldValue?: string | string[] | null;
  options?: { exportValue: string; displayValue: string }[];
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

/** The flags of a field or a note that is not seen: that it is hidden, or not shown on screens. */
const NOT_SEEN = 2 | 32;

/** The texts that fields and notes of a page draw, by their ids. */
export function appearances(
  { fnArray, argsArray }: PDFOperatorList,
  ops: Operations,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let id: string | null = null;
  for (const [at, operation] of fnArray.entries()) {
    const args: unknown[] = argsArray[at] ?? [];
    if (operation === ops.beginAnnotation) id = String(args[0]);
    else if (operation === ops.endAnnotation) id = null;
    else if (operation === ops.showText && id !== null) {
      // Each line is an operation of its own.
      texts.set(id, [texts.get(id) ?? "", shownText(args)].join("\n").trim());
    }
  }
  return texts;
}

/**
 * The values of a page's filled fields, and the notes that are written on it, where they stand.
 * @param upright transformation from the document's coordinates to the page's
 * @param drawn the texts that they draw, by their ids
 */
export async function writtenNotes(
  page: PDFPageProxy,
  upright: Matrix,
  drawn: ReadonlyMap<string, string>,
): Promise<Run[]> {
  const annotations: Annotation[] = await page.getAnnotations();
  return annotations.flatMap((annotation) => {
    const text = printedText(annotation, drawn.get(annotation.id) ?? "");
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

/** The visible text of a field or a note; "" for one that is not printed. */
function printedText(annotation: Annotation, drawn: string): string {
  const { subtype, fieldType, fieldValue, annotationFlags, options } = annotation;
  if ((annotationFlags & NOT_SEEN) !== 0 || annotation.password === true) return "";
  if (subtype === "FreeText") {
    const written = annotation.contentsObj?.str || (annotation.textContent ?? []).join("\n");
    return asDrawn(written, drawn);
  }
  // A stamp, or the caption of a line.
  if (subtype !== "Widget") return drawn;
  if (fieldType === "Btn") {
    if (annotation.checkBox !== true && annotation.radioButton !== true) return "";
    const isOn =
      fieldValue === (annotation.checkBox ? annotation.exportValue : annotation.buttonValue);
    return isOn ? "☒" : "";
  }
  const values = [fieldValue ?? ""].flat().map((value) => {
    return options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
  });
  // A list draws what else could be chosen.
  return fieldType === "Ch" ? values.join(", ") : asDrawn(values.join(", "), drawn);
}

/** A text as it is drawn, unless only spaces and line ends are others. */
function asDrawn(text: string, drawn: string): string {
  const isSame = comparableLetters(text) === comparableLetters(drawn);
  return drawn === "" || isSame ? text : drawn;
}

/** An element of a form of the XML kind, as pdf.js shows it. */
export interface FormElement {
  name: string;
  value?: string;
  attributes?: {
    type?: string;
    value?: string;
    textContent?: string;
    checked?: boolean;
    selected?: boolean;
    style?: { visibility?: string };
  };
  children?: (FormElement | null)[];
}

/** The texts of a form and the values of its fields, in their order. */
export function textsOfForm({
  name,
  value,
  attributes = {},
  children = [],
}: FormElement): string[] {
  if (attributes.style?.visibility === "hidden") return [];
  const inside = children.flatMap((child) => (child === null ? [] : textsOfForm(child)));
  switch (name) {
    case "input":
      if (attributes.type === "password") return [];
      if (attributes.type === "checkbox" || attributes.type === "radio") {
        return attributes.checked === true ? ["☒"] : [];
      }
      return [attributes.value ?? ""];
    case "textarea":
      return [attributes.value ?? attributes.textContent ?? value ?? ""];
    case "option":
      return attributes.selected === true ? [value ?? attributes.textContent ?? ""] : [];
    default:
      return [attributes.textContent ?? value ?? "", ...inside];
  }
}
