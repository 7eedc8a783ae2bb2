import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ExtractedDocument } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import { extract } from "./extract.ts";

const FOLDER = new URL("../../../tests/fixtures/documents/odd/", import.meta.url);

const PDF_DATA = fileURLToPath(new URL("../../../node_modules/pdfjs-dist/", import.meta.url));

async function read(name: string): Promise<ExtractedDocument> {
  const bytes = new Uint8Array(await readFile(new URL(name, FOLDER)));
  return extract(bytes, name, { pdfData: PDF_DATA });
}

/** Small files of kinds that readers lose letters or values of, and what their passages hold. */
const FILES: readonly [file: string, holds: readonly string[], lacks?: readonly string[]][] = [
  ["range.doc", ["Pressure 10-15 bar, wait 1-24 hours, thermostat T-3", "-5 °C"]],
  ["hyphens.doc", ["The pump HP-240 has a Kondensatpumpe of type KP-7."]],
  ["hyphens.docx", ["The pump HP-240 has a Kondensatpumpe of type KP-7."]],
  ["merged-cells.docx", ["HP-240\tE-31\tReplace the fan", "HP-360\tE-31\tReplace the board"]],
  [
    "merged-cells.doc",
    [
      "HP-240\tE-31\tReplace the fan\nHP-360\tE-30\tClose valve V2\nHP-360\t\tReplace the board",
      "Both\t\tCall service",
      "\tMin\tMax\nPressure\t1 bar\t3 bar\n\t14 psi\t44 psi",
      "2. Close valve V2.\na. Wait.\nb. Look.\n3. Done.",
      "Limit:  10 A. Kondensatpumpe KP-7.",
    ],
    ["16 A"],
  ],
  [
    "numbered-notes-boxes.doc",
    [
      "2. Commissioning\n\n2.1 Filling",
      "2.2 Venting",
      "before you open the housing of the boiler.\n\nOnly trained people may open it.",
      "Before the box after the box.\n\nBOXED: earth first\n\nThe last paragraph",
      "2. Close valve V2.\na) Wait a minute.",
    ],
    ["9 bar", "16 A"],
  ],
  [
    "content-controls.doc",
    ["CONTROL: 16 A fuse of the pump HP-240\n\nE-30\tLow flow\n\nRead 水圧(suiatsu) first."],
  ],
  [
    "marked-words.doc",
    [
      "Tighten to 40 Nm.\n\nSet 3 bar.\n\nValve V1\nValve V2\n\n10 kΩ and done ✓",
      "Bleed the pump first.\n\nOnly with cold water.\n\nThe last paragraph.",
    ],
    ["90 Nm", "9 bar"],
  ],
  ["empty-corner.docx", ["\tMin\tMax\nPressure\t1 bar\t3 bar\n\t14 psi\t44 psi"]],
  ["empty-corner.md", ["\tMin\tMax\nPressure\t1 bar\t3 bar\n\t14 psi\t44 psi"]],
  [
    "omml-formula.docx",
    ["The heat output is Q=(m·c·ΔT)/3600 in kilowatts.", "p=4.5 bar", "safety valve: p≤3 bar."],
  ],
  [
    "simple-field.docx",
    ["pressure: 4.5 bar.", "Table 7: Fault codes", "K4 opens at 85 °C.", "K5 opens at 95 °C."],
  ],
  [
    "unknown-elements.docx",
    [
      "BASE TEXT of ruby(ruby) after.",
      "Table 7 shows the codes. Date: 3 May",
      "CONTROL: 16 A fuse",
    ],
  ],
  ["unknown-elements.docx", ["GROUPED OVAL: earth first", "POLYLINE: text"]],
  ["unknown-elements.docx", ["HP-240 and HP-360\t\tRemark\nE-30\tLow flow\tBleed"]],
  ["breaks.docx", ["E-30\nE-31", "Pressure\t4.5 bar"]],
  ["symbol-font.docx", ["10 kΩ at 25 °C, tolerance ±5 %, capacity 4.7 μF, at least ≥ 3 bar."]],
  ["symbol-font.docx", ["22 kΩ at 25 °C."]],
  ["symbol-font.doc", ["10 kΩ at 25 °C, tolerance ±5 %, capacity 4.7 μF, at least ≥ 3 bar."]],
  ["hidden-text.docx", ["Tighten to 40 Nm.", "Fuse:  10 A."], ["90 Nm", "16 A"]],
  ["numbered.docx", ["2.1 Filling", "2.2 Venting", "1. Open valve V1.\n2. Close valve V2."]],
  ["tracked.docx", ["Set the pressure to 3 bar.", "MOVED: Close the cock."], ["9 bar"]],
  ["strict.docx", ["Strict: set 3 bar."]],
  ["one-bad-byte.txt", ["10 kΩ. Die Kondensatpumpe läuft nach 5 µs an."]],
  ["dos-eof.txt", ["Die Kondensatpumpe läuft nach 5 µs an."]],
  ["dos-cp850.txt", ["Übertemperatur von 95 °C", "läuft nach 5 µs an. Prüfen Sie"]],
  ["shift-jis.txt", ["取扱説明書 KB-90", "センサーの抵抗は 10 kΩ です。"]],
  ["gbk.txt", ["使用手册 KB-90", "传感器电阻为 10 千欧。"]],
  ["soft-hyphen.txt", ["Die Kondensatpumpe läuft", "zuerst den Wasserdruck"]],
  ["front-matter.md", ["title: Pump KP-7", "The condensate pump KP-7 starts at a level of 30 mm"]],
  ["pipe-table.md", ["Code\tMeaning\tAction\nE-30\tLow flow\tBleed the pump"], ["TODO"]],
  [
    "form-values.pdf",
    ["in bar:\t4.5\nSetting of the safety valve:\t3 bar, sealed\n\nNatural gas H"],
  ],
  ["form-values.pdf", ["CORRECTION: replace valve V2 by V7"]],
  ["form-only.pdf", ["Set the gas valve to 4.5 mbar"]],
  ["hidden-layer.pdf", ["tighten to 40 Nm", "Page of the manual of the boiler KB-90."], ["90 Nm"]],
  ["predefined-cmap.pdf", ["エラー E-47 は過熱を示します。水圧を確認し、バルブを開いてください。"]],
  ["xfa-please-wait.pdf", ["Torque of the flange screws: 40 Nm"], ["Please wait"]],
  ["pipe-table.md", ["E-40\t1 | 2 bar", "E-50\tBoard"], ["<td>"]],
];

it.each(FILES)(
  "reads all that is printed of %s, and nothing else: %j",
  async (name, holds, lacks = []) => {
    const { passages } = await read(name);
    const text = passages.map(({ body }) => body).join("\n\n");
    for (const part of holds) expect(text).toContain(part);
    for (const part of lacks) expect(text).not.toContain(part);
  },
);

it.each([
  ["no-tounicode.pdf", "This PDF does not tell what its letters mean. Run text recognition on it"],
  ["portfolio.pdf", "This PDF is a portfolio around a file: Manual.txt. Take them out of it"],
])("refuses %s in words", async (name, sentence) => {
  await expect(read(name)).rejects.toThrow(sentence);
});

it("counts the pictures of a DOC file, and no box whose text is read", async () => {
  expect((await read("marked-words.doc")).reading).toMatchObject({ share: 1, pictures: 1 });
  expect((await read("numbered-notes-boxes.doc")).reading).toMatchObject({ share: 1, pictures: 0 });
});
