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
  openPackage,
  textIn,
  valueIn,
  type WordPackage,
  type XmlElement,
} from "./package.ts";
import { lettersPrintedBy, shownByForm } from "./printed-letters.ts";
import { type RunLook, readDocxStyles, readLook, readOutlineLevel, type Style } from "./styles.ts";

/** @throws UnreadableDocument */
export function readDocx(bytes: Uint8Array): DocumentText {
  try {
    const reader = new DocxReader(openPackage(bytes));
    return { pageCount: null, picturePages: null, blocks: reader.read(), unread: reader.unread };
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

class DocxReader {
  readonly #package: WordPackage;
  readonly #style: (id: string | undefined) => Style;
  readonly #nextNumber: ReturnType<typeof readNumbering>;
  readonly #fields = new Fields();
  readonly #notes = new Map<string, XmlElement>();
  /** Notes may be referred to from everywhere, also from each other. */
  readonly #letters = new LetterCount();
  readonly unread = { pictures: 0, objects: 0 };
  /** The part that is being read: relations belong to a part. */
  #part: string;

  constructor(opened: WordPackage) {
    this.#package = opened;
    this.#part = opened.main;
    const first = (type: string) => opened.part(opened.targets(opened.main, type)[0] ?? "");
    this.#style = readDocxStyles(first("styles"));
    this.#nextNumber = readNumbering(first("numbering"));
    for (const kind of ["footnote", "endnote"]) {
      for (const note of childElements(first(`${kind}s`))) {
        this.#notes.set(`${kind}Reference ${note.attributes.id}`, note);
      }
    }
  }

  /** Running headers and footers are left out, as they are of a PDF. */
  read(): TextBlock[] {
    const main = this.#package.part(this.#package.main);
    if (main === null) throw new Error("The file has no main document.");
    return this.#blocks(main);
  }

  #partBlocks(path: string): TextBlock[] {
    const part = this.#package.part(path);
    if (part === null) return [];
    const before = this.#part;
    this.#part = path;
    const blocks = this.#blocks(part);
    this.#part = before;
    return blocks;
  }

  #blocks(container: XmlElement): TextBlock[] {
    return childElements(container).flatMap((element) => {
      if (NOT_PRINTED.has(element.name)) return [];
      if (element.name === "p") return this.#paragraph(element);
      if (element.name === "tbl") return this.#table(element);
      if (element.name === "AlternateContent") return this.#alternative(element);
      // Other documents, of any kind, which Word shows at this place.
      if (element.name === "altChunk" || element.name === "subDoc") {
        this.unread.objects += 1;
        return [];
      }
      // An equation or a run on its own.
      if (element.name === "oMathPara" || element.name === "oMath" || element.name === "r") {
        return this.#paragraph({ name: "p", attributes: {}, children: [element] });
      }
      return this.#blocks(element);
    });
  }

  /** Of content in a newer and an older form, the newer one is read, unless it has no text. */
  #alternative(element: XmlElement): TextBlock[] {
    for (const form of childElements(element)) {
      const blocks = this.#blocks(form);
      if (blocks.length > 0) return blocks;
    }
    return [];
  }

  #paragraph(element: XmlElement): TextBlock[] {
    const properties = findChild(element, "pPr");
    const styleId = valueIn(properties, "pStyle");
    const style = this.#style(styleId);
    const open: OpenParagraph = { text: "", look: style.look, after: [] };
    this.#inline(element, open);

    const own = findChild(properties, "numPr") ?? style.numbering;
    const list = valueIn(own, "numId") ?? valueIn(style.numbering, "numId");
    const level = valueIn(own, "ilvl");
    const number =
      list === undefined
        ? null
        : this.#nextNumber(list, level === undefined ? undefined : Number(level), styleId);
    const text = open.text.trim();
    if (text === "") return open.after;
    this.#letters.add(text.length + (number?.length ?? 0));
    const outline = readOutlineLevel(properties) ?? style.outlineLevel ?? 9;
    const isHeading = outline < 9 || /^(heading \d|title|subtitle)$/i.test(style.name);
    return [numberedBlock(text, number, isHeading), ...open.after];
  }

  /** Adds an element's printed text to the paragraph that it is in. */
  #inline(element: XmlElement | null, open: OpenParagraph): void {
    for (const child of childElements(element)) {
      if (!NOT_PRINTED.has(child.name)) this.#piece(child, open);
    }
  }

  #piece(element: XmlElement, open: OpenParagraph): void {
    const { name, attributes } = element;
    const isSeen = !open.look.isHidden && !open.look.isStruck;
    const isPrinted = isSeen && !this.#fields.isHidden;
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
        const named = style === undefined ? {} : this.#style(style).look;
        open.look = { ...before, ...named, ...readLook(own) };
        this.#inline(element, open);
        open.look = before;
        return;
      }
      case "fldChar": {
        const shown = this.#field(element);
        if (isSeen) open.text += printedLetters(shown, undefined);
        return;
      }
      case "instrText":
        this.#fields.instruct(textIn(element));
        return;
      case "fldSimple":
        if (!isPageNumber(attributes.instr ?? "")) this.#inline(element, open);
        return;
      case "ruby":
        this.#inline(findChild(element, "rubyBase"), open);
        if (isPrinted) open.text += "(";
        this.#inline(findChild(element, "rt"), open);
        if (isPrinted) open.text += ")";
        return;
      case "footnoteReference":
      case "endnoteReference": {
        const note = this.#notes.get(`${name} ${attributes.id}`);
        if (note !== undefined && isPrinted) open.after.push(...this.#blocks(note));
        return;
      }
      // Inside a drawing: the lines of a text box.
      case "p":
      case "tbl":
        if (isPrinted) {
          open.after.push(...(name === "p" ? this.#paragraph(element) : this.#table(element)));
        }
        return;
      case "blip":
      case "imagedata":
        this.unread.pictures += 1;
        return;
      // Of the object, its window and the picture of it.
      case "object":
        this.unread.objects += 1;
        return;
      case "chart":
      case "relIds": {
        const path = this.#package.target(this.#part, attributes.id ?? attributes.dm ?? "");
        if (path !== null && isPrinted) open.after.push(...this.#partBlocks(path));
        return;
      }
      case "AlternateContent":
        this.#inlineAlternative(element, open);
        return;
      default:
        this.#inline(element, open);
    }
  }

  #field(character: XmlElement): string {
    switch (character.attributes.fldCharType) {
      case "begin":
        this.#fields.begin(shownByForm(character));
        return "";
      case "separate":
        this.#fields.separate();
        return "";
      default:
        return this.#fields.end();
    }
  }

  #inlineAlternative(element: XmlElement, open: OpenParagraph): void {
    const seen = () => open.text.length + open.after.length + this.unread.pictures;
    const before = seen();
    for (const form of childElements(element)) {
      this.#inline(form, open);
      if (seen() > before) return;
    }
  }

  #table(element: XmlElement): TextBlock[] {
    const rows = inside(element, "tr").flatMap((row): TableRow[] => {
      const properties = findChild(row, "trPr");
      if (findChild(properties, "del") !== null || isOn(properties, "hidden")) return [];
      let column = countIn(valueIn(properties, "gridBefore")) ?? 0;
      const cells = inside(row, "tc").map((cell): TableCell => {
        const shape = findChild(cell, "tcPr");
        const merge = findChild(shape, "vMerge");
        const read = {
          text: this.#blocks(cell)
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
