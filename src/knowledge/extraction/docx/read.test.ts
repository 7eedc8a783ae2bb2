import { describe, expect, it } from "vitest";
import { cell, code, docx, e, field, p, run, t } from "#tests/support/docx.ts";
import { extract } from "../extract.ts";
import { readDocx } from "./read.ts";

const textsOf = (body: string, parts?: Readonly<Record<string, string>>) =>
  readDocx(docx(body, parts)).blocks.map(({ text }) => text);

const math = (content: string) => p(`<m:oMath>${content}</m:oMath>`);

/** A field whole, with its instruction and what it shows. */
const fieldOf = (instruction: string, shown: string) =>
  field("begin") + code(instruction) + field("separate") + t(shown) + field("end");

describe("a DOCX file", () => {
  it.each([
    ["letters written as numbers", p(t("&#x2265; 3 bar &amp; 5 &lt; 6")), ["≥ 3 bar & 5 < 6"]],
    [
      "a field in several runs",
      p(t("p = ") + fieldOf(" REF x ", "4.5 bar") + t(".")),
      ["p = 4.5 bar."],
    ],
    [
      "a field inside a field's instruction",
      p(
        field("begin") +
          code("IF ") +
          fieldOf("REF y", "1") +
          code(" = 1") +
          field("separate") +
          t("12 A") +
          field("end"),
      ),
      ["12 A"],
    ],
    ["the number of the page", p(t("See ") + fieldOf(" PAGE ", "7") + t("below")), ["See below"]],
    [
      "the number of the page in a simple field",
      p(`${t("See ")}<w:fldSimple w:instr=" PAGE ">${t("7")}</w:fldSimple>${t("below")}`),
      ["See below"],
    ],
    [
      "a tab between words",
      p(t("Pressure") + run("<w:tab/>") + t("4.5 bar")),
      ["Pressure\t4.5 bar"],
    ],
    [
      "an equation of the old kind",
      p(t("P = ") + field("begin") + code(" EQ \\f(U;R) ") + field("end")),
      ["P = (U)/(R)"],
    ],
    [
      "letters above others, as an equation of the old kind",
      p(
        field("begin") +
          code(' EQ \\* jc0 \\* "Font:Arial" \\* hps21 \\o\\ad(\\s\\up 10(suiatsu),水圧)') +
          field("end"),
      ),
      ["水圧(suiatsu)"],
    ],
    [
      "a checked and an empty box of a form",
      p(
        field("begin", "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>") +
          code(" FORMCHECKBOX ") +
          field("end") +
          t(" gas ") +
          field("begin", '<w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData>') +
          field("end") +
          t(" oil"),
      ),
      ["☒ gas ☐ oil"],
    ],
    [
      "a chosen entry of a form's list",
      p(
        field(
          "begin",
          '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="R-32"/><w:listEntry w:val="R-290"/></w:ddList></w:ffData>',
        ) + field("end"),
      ),
      ["R-290"],
    ],
    [
      "hidden and struck text",
      p(
        t("40 Nm") +
          t("90 Nm", "<w:vanish/>") +
          t("80 Nm", "<w:dstrike/>") +
          t(" dry", '<w:vanish w:val="0"/>'),
      ),
      ["40 Nm dry"],
    ],
    [
      "deleted and moved text",
      p(
        `${t("set 3 bar")}<w:del>${t("9 bar")}</w:del><w:moveFrom>${t("8 bar")}</w:moveFrom><w:ins>${t(" now")}</w:ins>`,
      ),
      ["set 3 bar now"],
    ],
    [
      "letters of a symbol font without a private code",
      p(t("10 k") + t("W", '<w:rFonts w:ascii="Symbol"/>')),
      ["10 kΩ"],
    ],
    [
      "a private code of a symbol font in a run that names no font",
      p(t("10 k&#xF057;")),
      ["10 kΩ"],
    ],
    [
      "a symbol of Wingdings",
      p(run('<w:sym w:font="Wingdings" w:char="F0FC"/>') + t(" done")),
      ["✓ done"],
    ],
    [
      "text of a shape in its newer form alone",
      p(
        run(
          `<mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>${p(t("BOX: earth"))}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback>${p(t("BOX: earth"))}</mc:Fallback></mc:AlternateContent>`,
        ) + t("Before."),
      ),
      ["Before.", "BOX: earth"],
    ],
    [
      "text of a shape whose newer form has none",
      p(
        run(
          `<mc:AlternateContent><mc:Choice/><mc:Fallback><w:pict><v:textpath string="DRAFT 3"/></w:pict></mc:Fallback></mc:AlternateContent>`,
        ),
      ),
      ["DRAFT 3"],
    ],
    [
      "an element that nobody knows",
      `<w:future><w:p><w:future2>${t("16 A fuse")}</w:future2></w:p></w:future>`,
      ["16 A fuse"],
    ],
    [
      "a row inside a content control",
      `<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent>${cell("E-30")}</w:sdtContent></w:sdt>${cell("Fan")}</w:tr></w:sdtContent></w:sdt></w:tbl>`,
      ["E-30\tFan"],
    ],
    [
      "a deleted and a hidden row",
      `<w:tbl><w:tr><w:trPr><w:del/></w:trPr>${cell("E-29")}</w:tr><w:tr><w:trPr><w:hidden/></w:trPr>${cell("E-28")}</w:tr><w:tr>${cell("E-30")}</w:tr></w:tbl>`,
      ["E-30"],
    ],
    [
      "cells over columns and rows",
      `<w:tbl><w:tr>${cell("Model", '<w:vMerge w:val="restart"/>')}${cell("Limits", '<w:gridSpan w:val="2"/>')}${cell("Note")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("1")}${cell("2")}${cell("x")}</w:tr></w:tbl>`,
      ["Model\tLimits\t\tNote", "Model\t1\t2\tx"],
    ],
    [
      "an empty cell over rows below another cell over rows",
      `<w:tbl><w:tr>${cell("HP-240", '<w:vMerge w:val="restart"/>')}${cell("E-30")}</w:tr><w:tr>${cell("", '<w:vMerge w:val="restart"/>')}${cell("E-31")}</w:tr></w:tbl>`,
      ["HP-240\tE-30", "\tE-31"],
    ],
    [
      "a row that begins later",
      `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("Max")}</w:tr></w:tbl>`,
      ["\tMax"],
    ],
    [
      "a table inside a cell",
      `<w:tbl><w:tr><w:tc><w:tbl><w:tr>${cell("a")}${cell("b")}</w:tr></w:tbl></w:tc>${cell("c")}</w:tr></w:tbl>`,
      ["a b\tc"],
    ],
    [
      "an equation with a root, powers and an index",
      math(
        `<m:rad><m:radPr/><m:deg/>${e("e", "x+1")}</m:rad><m:sSup>${e("e", "r")}${e("sup", "2")}</m:sSup><m:sSub>${e("e", "T")}${e("sub", "in")}</m:sSub>`,
      ),
      ["√(x+1)r^2T_in"],
    ],
    [
      "an equation that is in no paragraph",
      `<m:oMathPara><m:oMath><m:f>${e("num", "U")}${e("den", "R")}</m:f></m:oMath></m:oMathPara>`,
      ["U/R"],
    ],
    [
      "an equation with a sum, brackets and lines",
      math(
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e("sub", "i")}${e("sup", "n")}${e("e", "P")}</m:nary><m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e("e", "a")}</m:d>`,
      ),
      ["∑_i^n P[a]"],
    ],
  ])("is read with %s", (_what, body, texts) => {
    expect(textsOf(body)).toEqual(texts);
  });

  const LISTS = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/><w:pStyle w:val="H1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:isLgl/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num><w:num w:numId="3"><w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:lvlOverride></w:num><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:lvlText w:val="%2)"/><w:lvlRestart w:val="0"/><w:pStyle w:val="Step"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num>`;
  const item = (list: number, level: number, text: string) =>
    p(t(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

  it("counts its lists in all levels, from where they begin", () => {
    const body = [
      ...[item(1, 0, "a"), item(1, 1, "b"), item(1, 1, "c"), item(1, 0, "d"), item(1, 1, "e")],
      ...[item(2, 0, "f"), item(3, 0, "g")],
      ...[item(4, 0, "h"), item(4, 1, "i"), item(4, 0, "j"), item(4, 1, "k")],
    ].join("");
    expect(textsOf(body, { "numbering.xml": LISTS })).toEqual([
      "III. a",
      "3.1 b",
      "3.2 c",
      "IV. d",
      "4.1 e",
      "IX. f",
      "g",
      ...["1. h", "1) i", "2. j", "2) k"],
    ]);
  });

  it("takes over what its styles are based on", () => {
    const styles = `<w:style w:styleId="Base"><w:name w:val="Base"/><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="H1"><w:name w:val="Chapter"/><w:basedOn w:val="Base"/></w:style><w:style w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Note"><w:name w:val="Note"/><w:basedOn w:val="Secret"/></w:style>`;
    const body =
      p(t("Safety"), '<w:pStyle w:val="H1"/>') +
      p(t("seen") + t("unseen", '<w:rStyle w:val="Secret"/>')) +
      p(t("unseen"), '<w:pStyle w:val="Note"/>');
    const { blocks } = readDocx(docx(body, { "styles.xml": styles, "numbering.xml": LISTS }));
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ["heading", "III. Safety"],
      ["paragraph", "seen"],
    ]);
  });

  it("takes the level of a list from a style, also when only the list names the style", () => {
    const style = (id: string, list: string) =>
      `<w:style w:styleId="${id}"><w:pPr><w:numPr>${list}</w:numPr></w:pPr></w:style>`;
    const styles =
      style("Section", '<w:ilvl w:val="1"/><w:numId w:val="1"/>') +
      style("Step", '<w:numId w:val="4"/>');
    const body =
      p(t("Filling"), '<w:pStyle w:val="Section"/>') + p(t("Wait"), '<w:pStyle w:val="Step"/>');
    const parts = { "styles.xml": styles, "numbering.xml": LISTS };
    expect(textsOf(body, parts)).toEqual(["3.1 Filling", "1) Wait"]);
  });

  it("has notes and charts behind the paragraph that they belong to", () => {
    const body =
      p(t("10 bar") + run('<w:footnoteReference w:id="2"/>') + t(" at most")) +
      p(t("3 bar") + run('<w:endnoteReference w:id="2"/>')) +
      p(run('<w:drawing><c:chart r:id="chart1.xml"/></w:drawing>')) +
      p(t("The end."));
    const parts = {
      "footnotes.xml": `<w:footnote w:id="2">${p(t("cold water"))}</w:footnote>`,
      "endnotes.xml": `<w:endnote w:id="2">${p(t("hot water"))}</w:endnote>`,
      "chart1.xml": "<a:p><a:r><a:t>Flow in l/min</a:t></a:r></a:p>",
    };
    expect(textsOf(body, parts)).toEqual([
      "10 bar at most",
      "cold water",
      "3 bar",
      "hot water",
      "Flow in l/min",
      "The end.",
    ]);
  });

  it("tells how many pictures and objects it holds, each once", async () => {
    const picture = run(
      "<mc:AlternateContent><mc:Choice><w:drawing><a:blip/></w:drawing></mc:Choice><mc:Fallback><w:pict><v:imagedata/></w:pict></mc:Fallback></mc:AlternateContent>",
    );
    const object = run("<w:object><v:shape><v:imagedata/></v:shape><o:OLEObject/></w:object>");
    const other = '<w:altChunk r:id="other.html"/>';
    const bytes = docx(p(t("See here") + picture + object) + other);
    const { reading } = await extract(bytes, "manual.docx");
    expect(reading).toEqual({ share: 1, untold_pages: [], pictures: 1, objects: 2 });
  });

  it("repeats the head of a table for passages that begin inside it", () => {
    const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Code")}${cell("Fault")}</w:tr><w:tr>${cell("E-30")}${cell("Fan")}</w:tr></w:tbl>`;
    expect(readDocx(docx(body)).blocks.map(({ head }) => head)).toEqual([undefined, "Code\tFault"]);
  });

  it("takes a first row that is not marked for a head if it names three columns or more", () => {
    const row = (texts: string[]) => `<w:tr>${texts.map((text) => cell(text)).join("")}</w:tr>`;
    const headOf = (...rows: string[][]) =>
      readDocx(docx(`<w:tbl>${rows.map(row).join("")}</w:tbl>`)).blocks.at(-1)?.head;
    expect(headOf(["Code", "Fault", "Check"], ["E-30", "Fan", "coil"])).toBe("Code\tFault\tCheck");
    expect(headOf(["Colour", "white"], ["Weight", "3 kg"])).toBeUndefined();
  });
});
