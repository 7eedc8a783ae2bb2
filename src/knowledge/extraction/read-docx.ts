import { type DocumentText, type TextBlock, UnreadableDocument } from "./document-text.ts";

/** An element of a Word document, with the fields that are needed for its text. */
export interface DocxElement {
  type: string;
  value?: unknown;
  children?: DocxElement[];
  styleName?: string | null;
  styleId?: string | null;
  numbering?: { isOrdered: boolean } | null;
  /** Only in the document element. */
  notes?: { _notes?: Record<string, { body?: DocxElement[] }> };
}

/** @throws UnreadableDocument */
export async function readDocx(bytes: Uint8Array): Promise<DocumentText> {
  // Imports mammoth's internal modules: its public entry creates promises in a way that Deno
  // forbids, and returns HTML, which would have to be parsed again without a DOM.
  const [{ default: zip }, { default: reader }] = await Promise.all([
    import("mammoth/lib/zipfile.js"),
    import("mammoth/lib/docx/docx-reader.js"),
  ]);
  let document: DocxElement;
  try {
    document = (await reader.read(await zip.openArrayBuffer(bytes), {}, {})).value;
  } catch {
    throw new UnreadableDocument("This DOCX file is damaged, and its text cannot be read.");
  }
  const notes = Object.values(document.notes?._notes ?? {}).flatMap((note) => note.body ?? []);
  return {
    pageCount: null,
    picturePages: null,
    blocks: [...(document.children ?? []), ...notes].flatMap(blocksOf),
  };
}

function blocksOf(element: DocxElement): TextBlock[] {
  if (element.type === "paragraph") {
    const text = textOf(element).trim();
    if (text === "") return [];
    const style = element.styleName ?? element.styleId ?? "";
    if (/^(heading\s?\d|title$|subtitle$)/i.test(style)) {
      return [{ text: oneLine(text), page: null, kind: "heading" }];
    }
    const kind = element.numbering == null ? "paragraph" : "line";
    return [{ text, page: null, kind }];
  }
  if (element.type === "tableRow") {
    const cells = (element.children ?? []).map((cell) =>
      oneLine(
        (cell.children ?? [])
          .flatMap(blocksOf)
          .map(({ text }) => text)
          .join(" "),
      ),
    );
    const text = cells.join("\t").trim();
    return text === "" ? [] : [{ text, page: null, kind: "line" }];
  }
  return (element.children ?? []).flatMap(blocksOf);
}

function textOf(element: DocxElement): string {
  switch (element.type) {
    case "text":
      return String(element.value ?? "");
    case "tab":
      return "\t";
    case "break":
      return "\n";
    default:
      return (element.children ?? []).map(textOf).join("");
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
