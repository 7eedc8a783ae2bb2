import { cell, p, run, t } from "#tests/support/docx.ts";
import type { Words } from "./words.ts";

/** A part of a generated document. */
export interface Piece {
  body: string;
  /** What it adds to other parts of the file; the keys are their names. */
  parts?: Readonly<Record<string, string>>;
  /** What is printed, and left out on purpose: headers, footers, numbers of notes, or seen by others although it is not printed. */
  leftOut?: string;
}

export type WordFeature = (words: Words) => Piece | Piece["body"];

const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
const table = (columns: number, ...rows: string[]) =>
  `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="2200"/>'.repeat(columns)}</w:tblGrid>${rows.join("")}</w:tbl>${p("")}`;
export const list = (id: number, level: number, text: string) =>
  p(t(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`);
/** A drawing in the text: one shape, or a group of shapes. */
export const anchored = (name: string, content: string) =>
  run(
    `<mc:AlternateContent><mc:Choice Requires="${name}"><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="5000000" cy="1200000"/><wp:wrapTopAndBottom/><wp:docPr id="1" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/${name === "wps" ? "wordprocessingShape" : "wordprocessingGroup"}">${content}</a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent>`,
  );
/** A shape with a text. */
export const shape = (text: string, top = 0) =>
  `<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="${top}"/><a:ext cx="5000000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx><w:txbxContent>${p(t(text))}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`;
export const control = (inside: string, properties = "") =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
/** Tables as manuals that are written with Word hold them. */
export const TABLE_FEATURES: Readonly<Record<string, WordFeature>> = {
  "merged and empty cells": (w) =>
    table(
      3,
      row(cell(""), cell(w.text(2)), cell(w.text(2))),
      row(cell(w.text(2), '<w:vMerge w:val="restart"/>'), cell(w.text(2)), cell(w.text(2))),
      row(cell("", "<w:vMerge/>"), cell(""), cell(w.text(3))),
      row(cell(w.text(4), '<w:gridSpan w:val="2"/>'), cell(w.text(2))),
    ),
  "a table in a table": (w) =>
    table(
      2,
      row(
        `<w:tc><w:tcPr/>${table(2, row(cell(w.text(2)), cell(w.text(2))))}${p(t(w.text(3)))}</w:tc>`,
        cell(w.text(3)),
      ),
    ),
  "rows and cells in content controls": (w) =>
    table(
      2,
      control(row(control(cell(w.text(2))), cell(w.text(2)))),
      row(cell(w.text(2)), cell(w.text(2))),
    ),
  "lists and boxes in cells": (w) => ({
    body: table(
      2,
      row(
        `<w:tc><w:tcPr/>${list(2, 0, w.text(3))}${list(2, 0, w.text(3))}</w:tc>`,
        `<w:tc><w:tcPr/>${p(t(w.text(2)) + anchored("wps", shape(w.text(3))))}</w:tc>`,
      ),
      row(cell(w.text(2)), cell(w.text(2))),
    ),
    leftOut: "••",
  }),
  "a table with a repeated head": (w) =>
    table(
      2,
      `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell(w.text(1))}${cell(w.text(1))}</w:tr>`,
      ...Array.from({ length: 3 }, () => row(cell(w.text(2)), cell(w.text(3)))),
    ),
  "rows that begin later, turned cells": (w) =>
    table(
      3,
      row(cell(w.text(1)), cell(w.text(1)), cell(w.text(1))),
      `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell(w.text(2))}${cell(w.text(2))}</w:tr>`,
      row(cell(w.code(), '<w:textDirection w:val="btLr"/>'), cell(""), cell(w.text(2))),
    ),
  "a box with a table": (w) =>
    p(
      t(w.text(3)) +
        anchored(
          "wps",
          shape(w.text(2)).replace(
            "</w:txbxContent>",
            `${table(2, row(cell(w.text(1)), cell(w.text(1))))}</w:txbxContent>`,
          ),
        ),
    ),
};
