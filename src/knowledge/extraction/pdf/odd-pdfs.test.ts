import { fileURLToPath } from "node:url";
import { PDFHexString, PDFName, PDFString, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { encoded } from "#tests/support/encoded.ts";
import {
  annotate,
  foreign,
  hiddenLayer,
  operate,
  type Sheet,
  sheet,
  write,
  xfa,
} from "#tests/support/pdf-sheet.ts";
import { extract } from "../extract.ts";

const PDF_DATA = fileURLToPath(new URL("../../../../node_modules/pdfjs-dist/", import.meta.url));
const read = (bytes: Uint8Array) => extract(bytes, "manual.pdf", { pdfData: PDF_DATA });

type Case = [
  what: string,
  draw: (sheet: Sheet) => unknown,
  holds: readonly string[],
  lacks?: readonly string[],
];

it.each<Case>([
  [
    "with a chosen entry, a checked box and lines in a field",
    ({ pdf, page }) => {
      const form = pdf.getForm();
      const list = form.createDropdown("gas");
      list.addOptions(["R-32", "R-290"]);
      list.select("R-290");
      list.addToPage(page, { x: 50, y: 700, width: 100, height: 20 });
      const box = form.createCheckBox("sealed");
      box.addToPage(page, { x: 50, y: 660, width: 12, height: 12 });
      box.check();
      const lines = form.createTextField("notes");
      lines.enableMultiline();
      lines.setText("First line: 3 bar\nSecond line: 4 bar");
      lines.addToPage(page, { x: 50, y: 560, width: 300, height: 60 });
    },
    ["R-290", "☒", "First line: 3 bar", "Second line: 4 bar"],
    ["R-32"],
  ],
  [
    "with a value in a parent of its field, a hidden field and a password",
    (own) => {
      const { pdf } = own;
      const parent = pdf.context.register(
        pdf.context.obj({
          FT: "Tx",
          T: PDFString.of("p"),
          V: PDFString.of("4.5 mbar"),
          Kids: [],
        }),
      );
      const field = { Subtype: "Widget", Parent: parent };
      annotate(own, field);
      const hidden = { FT: "Tx", T: PDFString.of("h"), V: PDFString.of("9 mbar"), F: 2 };
      annotate(own, { Subtype: "Widget", ...hidden });
      const password = { FT: "Tx", T: PDFString.of("p"), V: PDFString.of("7 mbar"), Ff: 8192 };
      annotate(own, { Subtype: "Widget", ...password });
      pdf.catalog.set(PDFName.of("AcroForm"), pdf.context.obj({ Fields: [parent] }));
    },
    ["4.5 mbar"],
    ["9 mbar", "7 mbar"],
  ],
  [
    "with a value that is drawn with its unit, and one of a list that has another name",
    (own) => {
      const { context, catalog } = own.pdf;
      const name = { Subtype: "Widget", T: PDFString.of("a") };
      annotate(own, { ...name, FT: "Tx", V: PDFString.of("4.5") }, "4.5 mbar");
      const names = [[PDFString.of("1"), PDFString.of("Natural gas H")]];
      annotate(own, {
        ...name,
        FT: "Ch",
        Opt: names,
        V: PDFString.of("1"),
        Rect: [50, 500, 350, 540],
      });
      catalog.set(PDFName.of("AcroForm"), context.obj({ Fields: [] }));
    },
    ["4.5 mbar", "Natural gas H"],
  ],
  [
    "with a note that only its appearance tells",
    (own) => annotate(own, { Subtype: "FreeText" }, "CORRECTION: valve V7"),
    ["CORRECTION: valve V7"],
  ],
  [
    "with a note that its appearance tells in other words",
    (own) =>
      annotate(own, { Subtype: "FreeText", Contents: PDFString.of("use V5") }, "use valve V7"),
    ["use valve V7"],
    ["use V5"],
  ],
  [
    "with a note in two lines, and a hidden one",
    (own) => {
      annotate(own, {
        Subtype: "FreeText",
        Contents: PDFHexString.fromText("Use R-290\rnot R-32"),
      });
      annotate(own, { Subtype: "FreeText", F: 2, Contents: PDFString.of("DRAFT") });
    },
    ["Use R-290", "not R-32"],
    ["DRAFT"],
  ],
  [
    "with a stamp and a signature",
    (own) => {
      annotate(own, { Subtype: "Stamp" }, "APPROVED 3 May");
      const rect = [50, 500, 350, 540];
      annotate(
        own,
        { Subtype: "Widget", FT: "Sig", T: PDFString.of("s"), Rect: rect },
        "Signed by Ann",
      );
    },
    ["APPROVED 3 May", "Signed by Ann"],
  ],
  [
    "with a group of layers that is off",
    (own) => {
      const { pdf } = own;
      const group = pdf.context.obj({ Type: "OCMD", OCGs: [hiddenLayer(own)], P: "AllOn" });
      operate(
        own,
        `/OC /Off BDC /P BMC BT /F 10 Tf 50 700 Td (90 Nm) Tj ET EMC EMC BT /F 10 Tf 50 650 Td (40 Nm) Tj ET`,
        {
          Properties: pdf.context.obj({ Off: pdf.context.register(group) }),
          Font: pdf.context.obj({ F: own.font.ref }),
        },
      );
    },
    ["40 Nm"],
    ["90 Nm"],
  ],
  [
    "with a drawing that is in a layer that is off",
    (own) => {
      const { pdf, font } = own;
      const drawing = pdf.context.stream("BT /F 10 Tf 50 700 Td (90 Nm) Tj ET", {
        Type: "XObject",
        Subtype: "Form",
        BBox: [0, 0, 595, 842],
        OC: hiddenLayer(own),
        Resources: { Font: { F: font.ref } },
      });
      operate(own, "/Drawing Do", {
        XObject: pdf.context.obj({ Drawing: pdf.context.register(drawing) }),
      });
      write(own, "40 Nm", 50, 650);
    },
    ["40 Nm"],
    ["90 Nm"],
  ],
  [
    "in Chinese, by an encoding that it names",
    (own) => foreign(own, "GBK-EUC-H", "GB1", encoded("水压过低，请检查阀门。", "gbk")),
    ["水压过低，请检查阀门。"],
  ],
  [
    "in Korean, by an encoding that it names",
    (own) => foreign(own, "KSCms-UHC-H", "Korea1", encoded("온도 센서를 확인하십시오", "euc-kr")),
    ["온도 센서를 확인하십시오"],
  ],
  [
    "with letters of the Symbol font",
    async (own) => {
      const symbol = await own.pdf.embedFont(StandardFonts.Symbol);
      write(own, "Resistance 10 k", 50, 700);
      own.page.drawText("Ω ± µ ≥ °", { x: 130, y: 700, size: 10, font: symbol });
    },
    ["Resistance 10 k Ω ± μ ≥ °"],
  ],
  [
    "with marks of Zapf Dingbats",
    async (own) => {
      const marks = await own.pdf.embedFont(StandardFonts.ZapfDingbats);
      own.page.drawText("✔", { x: 50, y: 700, size: 10, font: marks });
      write(own, "Filter is clean", 70, 700);
    },
    ["✔ Filter is clean"],
  ],
  [
    "with marks of Wingdings",
    (own) => {
      const { context } = own.pdf;
      const font = context.obj({
        Type: "Font",
        Subtype: "TrueType",
        BaseFont: "Wingdings-Regular",
      });
      operate(own, "BT /Marks 10 Tf 50 700 Td <FC> Tj ET", {
        Font: context.obj({ Marks: context.register(font) }),
      });
      write(own, "Filter is clean", 70, 700);
    },
    ["✓ Filter is clean"],
  ],
  [
    "with a form of the XML kind in parts, and its data",
    (own) =>
      xfa(
        own,
        '<field name="torque" w="200pt" h="20pt"><ui><textEdit/></ui><caption reserve="60pt"><value><text>Torque:</text></value></caption></field><field name="gas" w="99pt" h="20pt"><ui><choiceList/></ui><items><text>R-32</text><text>R-290</text></items></field>',
        "<torque>40 Nm dry</torque><gas>R-290</gas>",
        true,
      ),
    ["Torque: 40 Nm dry R-290"],
    ["Tighten", "R-32"],
  ],
  [
    "with a form of the XML kind as a whole",
    (own) =>
      xfa(
        own,
        '<draw w="300pt" h="20pt"><value><text>Bleed the pump after 3 minutes</text></value></draw>',
        "",
        false,
      ),
    ["Bleed the pump after 3 minutes"],
    ["Tighten"],
  ],
  [
    "with a ruled table that has an empty corner, and cells over rows and columns",
    (own) => {
      const columns = [50, 150, 250, 350];
      const rule = (x: number, y: number, width: number, height: number) =>
        own.page.drawRectangle({
          x,
          y,
          width,
          height,
          borderWidth: 1,
          borderColor: rgb(0, 0, 0),
        });
      for (const y of [700, 680, 660, 640]) {
        for (const x of columns.slice(1, 3)) rule(x, y, 100, 20);
      }
      rule(50, 700, 100, 20);
      rule(50, 660, 100, 40);
      rule(50, 640, 100, 20);
      rule(50, 620, 200, 20);
      rule(250, 620, 100, 20);
      const rows = [
        ["", "Min", "Max"],
        ["Pressure", "1 bar", "3 bar"],
        ["", "", "44 psi"],
        ["", "2 A", ""],
      ];
      for (const [row, cells] of rows.entries()) {
        for (const [column, text] of cells.entries()) {
          write(own, text, (columns[column] ?? 0) + 5, 705 - 20 * row);
        }
      }
      write(own, "Both", 55, 625);
      write(own, "16 A", 255, 625);
    },
    ["\tMin\tMax\nPressure\t1 bar\t3 bar\nPressure\t\t44 psi\n\t2 A\nBoth\t\t16 A"],
  ],
  [
    "with a table without lines that has an empty corner",
    (own) => {
      const rows = [
        ["", "Min", "Max"],
        ["Pressure", "1 bar", "3 bar"],
        ["Flow", "2 l", "9 l"],
        ["", "4 l", "8 l"],
      ];
      for (const [row, cells] of rows.entries()) {
        for (const [column, text] of cells.entries()) {
          if (text !== "") write(own, text, 50 + 120 * column, 700 - 30 * row);
        }
      }
    },
    ["\tMin\tMax\nPressure\t1 bar\t3 bar\nFlow\t2 l\t9 l\n\t4 l\t8 l"],
  ],
])("a PDF is read %s", async (_what, draw, holds, lacks = []) => {
  const text = (await read(await sheet(draw))).passages.map(({ body }) => body).join("\n\n");
  for (const part of holds) expect(text).toContain(part);
  for (const part of lacks) expect(text).not.toContain(part);
});
