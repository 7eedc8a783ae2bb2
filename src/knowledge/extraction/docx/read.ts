import {
  type DocumentText,
  LetterCount,
  type TextBlock,
  UnreadableDocument,
} from "../document-text.ts";
import { Fields, isPageNumber } from "../fields.ts";
import { numberedBlock } from "../list-numbers.ts";
import { printedLetters } from "../symbol-fonts.ts";
import { type TableCell, type TableRow, tableLines } from "../table-lines.ts";
import { readNumbering } from "./numbering.ts";
import {
  childElements,
  findChild,
  isOn,
  numberIn,
  openPackage,
  textIn,
  valueIn,
  type WordPackage,
  type XmlElement,
} from "./package.ts";
import { lettersPrintedBy, shownByForm } from "./printed-letters.ts";
import { type RunLook, readDocxStyles, readLook } from "./styles.ts";

/** @throws UnreadableDocument */
export function readDocx(bytes: Uint8Array): DocumentText {
  try {
    return { pageCount: null, picturePages: null, ...readPackage(openPackage(bytes)) };
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument("This DOCX file is damaged, and its text cannot be read.");
  }
}

/** Elements whose content is not printed. Everything else is read, also what is not known here. */
const NOT_PRINTED = new Set([
  ...["pPr", "rPr", "sdtPr", "sdtEndPr", "sectPr", "tblPr", "tblGrid", "trPr", "tcPr"],
  ...["del", "moveFrom", "delText", "delInstrText"],
]);

/** The text of a paragraph while it is read. */
interface OpenParagraph {
  text: string;
  look: RunLook;
  /** Footnotes and boxes of text, which follow the paragraph in which they are anchored. */
  after: TextBlock[];
}

/** Running headers and footers are left out, as they are of a PDF. */
function readPackage(opened: WordPackage) {
  const first = (type: string) => opened.part(opened.targets(opened.main, type)[0] ?? "");
  const readStyle = readDocxStyles(first("styles"));
  const nextNumber = readNumbering(first("numbering"));
  const fields = new Fields();
  const notes = new Map<string, XmlElement>();
  for (const kind of ["footnote", "endnote"]) {
    for (const note of childElements(first(`${kind}s`))) {
      notes.set(`${kind}Reference ${note.attributes.id}`, note);
    }
  }
  // Notes may be referred to from everywhere, also from each other.
  const letters = new LetterCount();
  const unread = { pictures: 0, objects: 0 };
  /** The part that is being read: relations belong to a part. */
  let current = opened.main;

  function readBlocks(container: XmlElement): TextBlock[] {
    return childElements(container).flatMap((element) => {
      if (NOT_PRINTED.has(element.name)) return [];
      if (element.name === "p") return readParagraph(element);
      if (element.name === "tbl") return readTable(element);
      if (element.name === "AlternateContent") return readAlternative(element);
      // Other documents, of any kind, which Word shows at this place.
      if (element.name === "altChunk" || element.name === "subDoc") {
        unread.objects += 1;
        return [];
      }
      // An equation or a run on its own.
      if (element.name === "oMathPara" || element.name === "oMath" || element.name === "r") {
        return readParagraph({ name: "p", attributes: {}, children: [element] });
      }
      return readBlocks(element);
    });
  }

  /** Of content in a newer and an older form, the newer one is read, unless it has no text. */
  function readAlternative(element: XmlElement): TextBlock[] {
    for (const form of childElements(element)) {
      const blocks = readBlocks(form);
      if (blocks.length > 0) return blocks;
    }
    return [];
  }

  function readParagraph(element: XmlElement): TextBlock[] {
    const properties = findChild(element, "pPr");
    const styleId = valueIn(properties, "pStyle");
    const style = readStyle(styleId);
    const open: OpenParagraph = { text: "", look: style.look, after: [] };
    addInline(element, open);

    const own = findChild(properties, "numPr") ?? style.numbering;
    const list = valueIn(own, "numId") ?? valueIn(style.numbering, "numId");
    const number = list === undefined ? null : nextNumber(list, numberIn(own, "ilvl"), styleId);
    const text = open.text.trim();
    if (text === "") return open.after;
    letters.add(text.length + (number?.length ?? 0));
    const outline = numberIn(properties, "outlineLvl") ?? style.outlineLevel ?? 9;
    const isHeading = outline < 9 || /^(heading \d|title|subtitle)$/i.test(style.name);
    return [numberedBlock(text, number, isHeading), ...open.after];
  }

  /** Adds an element's printed text to the paragraph that it is in. */
  function addInline(element: XmlElement | null, open: OpenParagraph): void {
    for (const child of childElements(element)) {
      if (!NOT_PRINTED.has(child.name)) addPiece(child, open);
    }
  }

  function addPiece(element: XmlElement, open: OpenParagraph): void {
    const { name, attributes } = element;
    const isSeen = !open.look.isHidden && !open.look.isStruck;
    const isPrinted = isSeen && !fields.isHidden;
    const letters = lettersPrintedBy(element, open.look);
    if (letters !== null) {
      if (isPrinted) open.text += letters;
      return;
    }
    switch (name) {
      case "r": {
        const before = open.look;
        const own = findChild(element, "rPr");
        const style = valueIn(own, "rStyle");
        const named = style === undefined ? {} : readStyle(style).look;
        open.look = { ...before, ...named, ...readLook(own) };
        addInline(element, open);
        open.look = before;
        return;
      }
      case "fldChar": {
        const shown = readField(element);
        if (isSeen) open.text += printedLetters(shown, undefined);
        return;
      }
      case "instrText":
        fields.instruct(textIn(element));
        return;
      case "fldSimple":
        if (!isPageNumber(attributes.instr ?? "")) addInline(element, open);
        return;
      case "ruby":
        addInline(findChild(element, "rubyBase"), open);
        if (isPrinted) open.text += "(";
        addInline(findChild(element, "rt"), open);
        if (isPrinted) open.text += ")";
        return;
      case "footnoteReference":
      case "endnoteReference": {
        const note = notes.get(`${name} ${attributes.id}`);
        if (note !== undefined && isPrinted) open.after.push(...readBlocks(note));
        return;
      }
      // Inside a drawing: the lines of a text box.
      case "p":
      case "tbl":
        if (isPrinted) {
          open.after.push(...(name === "p" ? readParagraph(element) : readTable(element)));
        }
        return;
      case "blip":
      case "imagedata":
        unread.pictures += 1;
        return;
      // Of the object, its window and the picture of it.
      case "object":
        unread.objects += 1;
        return;
      case "chart":
      case "relIds": {
        const path = opened.target(current, attributes.id ?? attributes.dm ?? "");
        const part = path !== null && isPrinted ? opened.part(path) : null;
        if (path === null || part === null) return;
        const before = current;
        current = path;
        open.after.push(...readBlocks(part));
        current = before;
        return;
      }
      case "AlternateContent":
        addAlternative(element, open);
        return;
      default:
        addInline(element, open);
    }
  }

  function readField(character: XmlElement): string {
    switch (character.attributes.fldCharType) {
      case "begin":
        fields.begin(shownByForm(character));
        return "";
      case "separate":
        fields.separate();
        return "";
      default:
        return fields.end();
    }
  }

  function addAlternative(element: XmlElement, open: OpenParagraph): void {
    const seen = () => open.text.length + open.after.length + unread.pictures;
    const before = seen();
    for (const form of childElements(element)) {
      addInline(form, open);
      if (seen() > before) return;
    }
  }

  function readTable(element: XmlElement): TextBlock[] {
    const rows = inside(element, "tr").flatMap((row): TableRow[] => {
      const properties = findChild(row, "trPr");
      if (findChild(properties, "del") !== null || isOn(properties, "hidden")) return [];
      let column = countIn(valueIn(properties, "gridBefore")) ?? 0;
      const cells = inside(row, "tc").map((cell): TableCell => {
        const shape = findChild(cell, "tcPr");
        const merge = findChild(shape, "vMerge");
        const read = {
          text: readBlocks(cell)
            .map(({ text }) => text)
            .join(" "),
          column,
          continuesAbove: merge !== null && merge.attributes.val !== "restart",
        };
        column += Math.max(1, countIn(valueIn(shape, "gridSpan")) ?? 1);
        return read;
      });
      return [{ cells, isHead: isOn(properties, "tblHeader") === true }];
    });
    return tableLines(rows);
  }

  const main = opened.part(opened.main);
  if (main === null) throw new Error("The file has no main document.");
  return { blocks: readBlocks(main), unread };
}

/** A number of columns, of which Word's tables have 63 at most; undefined for any other text. */
function countIn(value: string | undefined): number | undefined {
  return /^\d{1,3}$/.test(value ?? "") ? Number(value) : undefined;
}

/** The rows of a table or the cells of a row, also those inside marks and content controls. */
function inside(element: XmlElement, name: string): XmlElement[] {
  return childElements(element).flatMap((child) => {
    if (child.name === name) return [child];
    return NOT_PRINTED.has(child.name) || child.name === "tbl" ? [] : inside(child, name);
  });
}
