import {
  type PDFContext,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFString,
  StandardFonts,
} from "@cantoo/pdf-lib";

/** A page that a test draws on. */
export interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  font: PDFFont;
}

/** The line that stands on every sheet. */
export const LINE = "Tighten the flange of the pump to 12 Nm before the unit is filled.";

/** A PDF of one page with a line of text, and what `draw` adds. */
export async function sheet(draw: (sheet: Sheet) => unknown, line = LINE): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  if (line !== "") page.drawText(line, { x: 50, y: 780, size: 10, font });
  await draw({ pdf, page, font });
  return pdf.save({ useObjectStreams: false });
}

export const write = ({ page, font }: Sheet, text: string, x: number, y: number) =>
  page.drawText(text, { x, y, size: 10, font });

/** Adds operations to a page, which has these resources besides its own. */
export function operate(
  { pdf, page }: Sheet,
  operations: string,
  resources: Record<string, PDFObject> = {},
): void {
  const own = page.node.normalizedEntries().Resources;
  for (const [kind, value] of Object.entries(resources)) {
    const known = own.lookupMaybe(PDFName.of(kind), PDFDict);
    if (known === undefined || !(value instanceof PDFDict)) own.set(PDFName.of(kind), value);
    else for (const [key, entry] of value.entries()) known.set(key, entry);
  }
  page.node.addContentStream(pdf.context.register(pdf.context.stream(operations)));
}

export function hiddenLayer({ pdf }: Sheet) {
  const layer = pdf.context.register(
    pdf.context.obj({ Type: "OCG", Name: PDFString.of("Variant B") }),
  );
  pdf.catalog.set(
    PDFName.of("OCProperties"),
    pdf.context.obj({ OCGs: [layer], D: { OFF: [layer], Order: [] } }),
  );
  return layer;
}

/** Adds an annotation; `look` is the text of its appearance. */
export function annotate(
  { pdf, page, font }: Sheet,
  entries: Record<string, unknown>,
  look?: string,
) {
  const { context } = pdf;
  const box = [0, 0, 300, 40];
  const appearance =
    look === undefined
      ? {}
      : {
          AP: {
            N: context.register(
              context.stream(`BT /F 10 Tf 5 15 Td (${look}) Tj ET`, {
                Type: "XObject",
                Subtype: "Form",
                BBox: box,
                Resources: { Font: { F: font.ref } },
              }),
            ),
          },
        };
  const literal = context.obj({
    Type: "Annot",
    Rect: [50, 600, 350, 640],
    F: 4,
    ...appearance,
    ...entries,
  } as Parameters<PDFContext["stream"]>[1] & object);
  page.node.addAnnot(context.register(literal));
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Text in a font that is not in the document, whose codes are those of a known encoding. */
export function foreign(sheet: Sheet, cmap: string, collection: string, bytes: Uint8Array): void {
  const { context } = sheet.pdf;
  const info = {
    Registry: PDFString.of("Adobe"),
    Ordering: PDFString.of(collection),
    Supplement: 2,
  };
  const descendant = context.obj({
    Type: "Font",
    Subtype: "CIDFontType0",
    BaseFont: "Foreign",
    CIDSystemInfo: info,
    FontDescriptor: { Type: "FontDescriptor", FontName: "Foreign", Flags: 4 },
  });
  const font = context.obj({
    Type: "Font",
    Subtype: "Type0",
    BaseFont: "Foreign",
    Encoding: cmap,
    DescendantFonts: [context.register(descendant)],
  });
  operate(sheet, `BT /Foreign 10 Tf 50 700 Td <${hex(bytes)}> Tj ET`, {
    Font: context.obj({ Foreign: context.register(font) }),
  });
}

/** Text in a font whose letters are only numbered. */
export function untold(sheet: Sheet, text: string): void {
  const { context } = sheet.pdf;
  const codes = [...text].map((_, at) => at + 65);
  const font = context.obj({
    Type: "Font",
    Subtype: "Type3",
    FontBBox: [0, 0, 10, 10],
    FontMatrix: [0.1, 0, 0, 0.1, 0, 0],
    FirstChar: 65,
    LastChar: 64 + codes.length,
    Widths: codes.map(() => 6),
    CharProcs: Object.fromEntries(
      codes.map((code) => [`g${code}`, context.register(context.stream("6 0 d0 0 0 5 5 re f"))]),
    ),
    Encoding: {
      Type: "Encoding",
      Differences: [65, ...codes.map((code) => PDFName.of(`g${code}`))],
    },
  });
  operate(sheet, `BT /Untold 10 Tf 50 650 Td <${hex(Uint8Array.from(codes))}> Tj ET`, {
    Font: context.obj({ Untold: context.register(font) }),
  });
}

/** Makes a document a form of the XML kind with a template and data. */
export function xfa({ pdf }: Sheet, template: string, data: string, inParts: boolean): void {
  const { context } = pdf;
  const head = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">';
  const parts = {
    preamble: head,
    template: `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form" layout="tb"><pageSet><pageArea><contentArea w="500pt" h="700pt"/><medium stock="a4" short="595pt" long="842pt"/></pageArea></pageSet>${template}</subform></template>`,
    datasets: `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form>${data}</form></xfa:data></xfa:datasets>`,
    postamble: "</xdp:xdp>",
  };
  const stream = (text: string) => context.register(context.stream(text));
  const form = inParts
    ? Object.entries(parts).flatMap(([name, text]) => [PDFString.of(name), stream(text)])
    : stream(Object.values(parts).join(""));
  pdf.catalog.set(PDFName.of("NeedsRendering"), context.obj(true));
  pdf.catalog.set(PDFName.of("AcroForm"), context.obj({ Fields: [], XFA: form }));
}
