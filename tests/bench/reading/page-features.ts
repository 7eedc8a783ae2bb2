import { degrees, PDFString, rgb, StandardFonts, TextRenderingMode } from "@cantoo/pdf-lib";
import { annotate, type Sheet, write } from "#tests/support/pdf-sheet.ts";
import { SCRIPT_NAMES, type Words } from "./words.ts";

/** What a page of the web holds that is printed to a PDF, each as a piece of HTML. */
export const HTML_FEATURES: Readonly<Record<string, (words: Words) => string>> = {
  headings: (w) => `<h2>${w.text(4)}</h2><p>${w.paragraph()}</p>`,
  "a ruled table with merged and empty cells": (w) =>
    `<table border><tr><th></th><th>${w.text(2)}</th><th>${w.text(2)}</th></tr><tr><td rowspan=2>${w.text(2)}</td><td>${w.text(2)}</td><td></td></tr><tr><td>${w.text(2)}</td><td>${w.text(2)}</td></tr><tr><td colspan=2>${w.text(4)}</td><td>${w.text(1)}</td></tr></table>`,
  "a table without lines": (w) =>
    `<table>${Array.from({ length: 5 }, () => `<tr><td>${w.code()}<td>${w.text(3)}<td>${w.text(2)}`).join("")}</table>`,
  columns: (w) => `<div style="columns:2">${w.paragraph()} ${w.paragraph()} ${w.paragraph()}</div>`,
  "divided words": (w) =>
    `<p lang="de" style="width:4cm;hyphens:auto;text-align:justify">Warmwasserbereitungsanlage Sicherheitstemperaturbegrenzer ${w.text(9)} Kondensatpumpenanschlussleitung ${w.text(5)}</p>`,
  lists: (w) =>
    `<ol><li>${w.text()}<li>${w.text()}<ol type=a><li>${w.text()}</ol></ol><ul><li>${w.text()}<li>${w.text()}</ul>`,
  "several scripts": (w) =>
    SCRIPT_NAMES.filter((name) => !/arabic|thai|hebrew/.test(name))
      .map((name) => `<p>${w.script(name)}</p>`)
      .join(""),
  "text from right to left": (w) => `<p dir=rtl>${w.script("hebrew")}</p>`,
  "ligatures and letters that look the same": (w) =>
    `<p style="font-family:'DejaVu Sans'">office flow affine ﬁlter ${w.code()} m² ½ ℃ №7 Ω μ ${w.text(4)}</p>`,
  "indices and powers": (w) =>
    `<p>T<sub>in</sub> = 7 m<sup>3</sup>/h ${w.text(4)} CO<sub>2</sub> ${w.code()}</p>`,
  "turned text": (w) => `<p style="writing-mode:vertical-rl;height:9cm">${w.text(5)}</p>`,
  "letters apart and shadows": (w) =>
    `<p style="letter-spacing:3px">${w.text(5)}</p><p style="text-shadow:1px 1px grey">${w.text(5)}</p>`,
  "a form": (w) =>
    `<p>${w.text(2)} <input value="${w.code()}"> <select><option>${w.code()}</select></p><textarea>${w.text(3)}</textarea>`,
  "a listing": (w) => `<pre>${w.text(5)}\n  ${w.text(5)}\n    ${w.text(4)}</pre>`,
  "boxes beside text": (w) =>
    `<aside style="float:right;width:5cm;border:1px solid">${w.paragraph()}</aside><p>${w.paragraph()}</p>`,
  "a table in a table": (w) =>
    `<table border><tr><td>${w.text(2)}<td><table border><tr><td>${w.text(2)}<td>${w.text(2)}</table></table>`,
  definitions: (w) => `<dl><dt>${w.text(2)}<dd>${w.text(9)}<dt>${w.text(2)}<dd>${w.text(9)}</dl>`,
  "a drawing with letters": (w) =>
    `<svg width=500 height=90><rect width=200 height=60 fill=none stroke=black /><text x=10 y=30>${w.text(3)}</text><text x=250 y=60>${w.code()}</text></svg>`,
  "slanting text": (w) => `<p style="transform:rotate(-20deg);margin:3cm">${w.text(4)}</p>`,
  "text over text": (w) =>
    `<div style="position:relative;height:2cm"><p style="position:absolute">${w.text(5)}</p><p style="position:absolute;left:3mm;top:1mm">${w.text(5)}</p></div>`,
  "capitals and small capitals": (w) =>
    `<p style="font-variant:small-caps">${w.text(1)} valve</p><p style="text-transform:uppercase">${w.text(1)} pump</p>`,
  "white and clear letters": (w) =>
    `<p style="background:black;color:white">${w.text(4)}</p><p style="color:#0003">${w.text(4)}</p>`,
  "a long table": (w) =>
    `<table border><thead><tr><th>${w.text(1)}<th>Fault</thead>${Array.from({ length: 12 }, () => `<tr><td>${w.code()}<td>${w.text(3)}`).join("")}</table>`,
  ruby: (w) => `<p><ruby>加热<rt>かねつ</rt></ruby>${w.text(3)}</p>`,
  "small and large letters": (w) =>
    `<p style="font-size:5pt">${w.text(8)}</p><p style="font-size:30pt">${w.text(3)}</p>`,
};

/** A place on a page that is drawn from the top. */
export interface Place extends Sheet {
  /** The height below what is drawn. */
  y: number;
}

/** A text that the standard fonts of PDF can show. */
const plain = (text: string) => text.replaceAll(/[^\u0020-\u00ff]/g, "x");

/** What programs that draw PDFs themselves put on pages; each takes at most 120 points. */
export const SHEET_FEATURES: Readonly<
  Record<string, (words: Words, sheet: Place) => Promise<void> | void>
> = {
  paragraphs: (w, sheet) => {
    for (let at = 0; at < 5; at += 1) write(sheet, plain(w.text(12)), 50, sheet.y - 14 * at);
  },
  "a ruled table": (w, sheet) => {
    for (let row = 0; row < 4; row += 1) {
      const y = sheet.y - 18 * row;
      for (let column = 0; column < 3; column += 1) {
        sheet.page.drawRectangle({
          x: 50 + 150 * column,
          y: y - 6,
          width: 150,
          height: 18,
          borderWidth: 1,
          borderColor: rgb(0, 0, 0),
        });
        if (row + column > 0) write(sheet, w.code(), 55 + 150 * column, y);
      }
    }
  },
  "a table without lines": (w, sheet) => {
    for (let row = 0; row < 5; row += 1) {
      for (const x of [50, 200, 350]) write(sheet, w.code(), x, sheet.y - 14 * row);
    }
  },
  "two columns": (w, sheet) => {
    for (let row = 0; row < 7; row += 1) {
      for (const x of [50, 310]) write(sheet, plain(w.text(4)), x, sheet.y - 12 * row);
    }
  },
  "letter by letter": (w, sheet) => {
    for (const [at, letter] of [...w.code()].entries()) write(sheet, letter, 50 + 8 * at, sheet.y);
  },
  "filled fields": (w, sheet) => {
    const form = sheet.pdf.getForm();
    for (let at = 0; at < 3; at += 1) {
      const field = form.createTextField(`f${w.code()}`);
      field.setText(w.code());
      field.addToPage(sheet.page, { x: 250, y: sheet.y - 25 * at, width: 200, height: 18 });
      write(sheet, `${w.code()}:`, 50, sheet.y - 25 * at + 5);
    }
  },
  "a list to choose from and a box": (w, sheet) => {
    const form = sheet.pdf.getForm();
    const field = form.createDropdown(`d${w.code()}`);
    const code = w.code();
    field.addOptions([code, w.code()]);
    field.select(code);
    field.addToPage(sheet.page, { x: 250, y: sheet.y, width: 200, height: 18 });
    form
      .createCheckBox(`c${w.code()}`)
      .addToPage(sheet.page, { x: 50, y: sheet.y, width: 12, height: 12 });
  },
  "a note and a stamp": (w, sheet) => {
    const at = (down: number) => [50, sheet.y - down - 20, 350, sheet.y - down];
    annotate(
      sheet,
      { Subtype: "FreeText", Contents: PDFString.of(w.code()), Rect: at(0) },
      w.code(),
    );
    annotate(sheet, { Subtype: "Stamp", Rect: at(40) }, w.code());
  },
  "the Symbol font": async (w, sheet) => {
    const symbol = await sheet.pdf.embedFont(StandardFonts.Symbol);
    write(sheet, `10 k`, 50, sheet.y);
    sheet.page.drawText("Ω", { x: 72, y: sheet.y, size: 10, font: symbol });
    sheet.page.drawText("αβ≥±µ", { x: 100, y: sheet.y, size: 10, font: symbol });
    write(sheet, w.code(), 200, sheet.y);
  },
  "the font Zapf Dingbats": async (w, sheet) => {
    const marks = await sheet.pdf.embedFont(StandardFonts.ZapfDingbats);
    sheet.page.drawText("✔", { x: 50, y: sheet.y, size: 10, font: marks });
    write(sheet, w.code(), 70, sheet.y);
  },
  "turned text": (w, { page, font, y }) => {
    page.drawText(w.code(), { x: 60, y: y - 90, size: 10, font, rotate: degrees(90) });
    page.drawText(w.code(), { x: 100, y: y - 60, size: 10, font, rotate: degrees(30) });
  },
  "bold by drawing twice": (w, sheet) => {
    const code = w.code();
    write(sheet, code, 50, sheet.y);
    write(sheet, code, 50.4, sheet.y);
  },
  "text behind a scanned picture": (w, { page, font, y }) => {
    page.drawText(w.code(), { x: 50, y, size: 10, font, renderMode: TextRenderingMode.Invisible });
  },
  "letters in white and in outlines": (w, { page, font, y }) => {
    page.drawRectangle({ x: 45, y: y - 5, width: 200, height: 20 });
    page.drawText(w.code(), { x: 50, y, size: 10, font, renderMode: TextRenderingMode.Outline });
  },
};
