import { expect, it } from "vitest";
import { joinRuns } from "./lines.ts";
import type { PageContent, Run } from "./page-content.ts";
import { textOfPages } from "./read.ts";

function run(text: string, y: number, over: Partial<Run> = {}): Run {
  return { text, x: 50, y, width: 300, size: 10, isBold: false, isMonospaced: false, ...over };
}

const blocksOf = (pages: PageContent[]) => textOfPages(pages).blocks;

const textsOf = (pages: PageContent[]) => blocksOf(pages).map(({ text }) => text);
const kindsOf = (pages: PageContent[]) => blocksOf(pages).map(({ kind, text }) => [kind, text]);

const page = (runs: Run[]): PageContent => ({
  width: 600,
  height: 840,
  runs,
  turned: [],
  drawing: { horizontal: [], vertical: [], paths: 0, pictures: 0 },
});

const body = (number: number, y = 500) => [
  run(`The line ${"a".repeat(number)} of this page goes on`, y),
  run("into its second line.", y - 12, { width: 110 }),
  run(`Another paragraph begins ${"b".repeat(number)}.`, y - 40),
];

it("removes headers and footers of most pages, even with page numbers", () => {
  const pages = [1, 2, 3, 4].map((number) =>
    page([run("Acme Boilers", 800), ...body(number), run(`Page ${number} of 4`, 30)]),
  );
  const texts = textsOf(pages);
  expect(texts).toHaveLength(8);
  expect(texts.join()).not.toMatch(/Acme|of 4/);
});

it("keeps a line that repeats in the middle of pages or on few pages", () => {
  const pages = [1, 2, 3, 4, 5, 6, 7].map((number) =>
    page([
      ...(number < 3
        ? [run("Draft", 800)]
        : [run(`Chapter ${"I".repeat(number)}`, 790 - number * 10)]),
      ...body(number),
      run("Switch off first.", 430),
      ...body(number + 10, 380),
    ]),
  );
  const texts = textsOf(pages);
  expect(texts.filter((text) => text === "Draft")).toHaveLength(2);
  expect(texts.filter((text) => text.includes("Switch off first."))).toHaveLength(7);
});

it("treats larger letters as a heading, even over two lines", () => {
  const title = ["Installation of the", "outdoor unit"].map((text, line) =>
    run(text, 560 - 18 * line, { size: 16 }),
  );
  expect(kindsOf([page([...title, ...body(1)])])).toEqual([
    ["heading", "Installation of the outdoor unit"],
    ["paragraph", "The line a of this page goes on into its second line."],
    ["paragraph", "Another paragraph begins b."],
  ]);
});

it("joins runs to lines, with tabs between cells and spaces between words", () => {
  const runs = [
    run("E-", 100, { width: 10 }),
    run("47", 100, { x: 60, width: 10 }),
    run("No", 100, { x: 120, width: 12 }),
    run("signal", 100, { x: 135, width: 30 }),
    run("Next", 70, { width: 20 }),
  ];
  expect(joinRuns(runs).map(({ text }) => text)).toEqual(["E-47", "No signal", "Next"]);
  expect(textsOf([page(runs)])).toEqual(["E-47\tNo signal", "Next"]);
});

it("reads text that begins at more places than a table has columns, line by line", () => {
  const row = (number: number) =>
    Array.from({ length: 150 }, (_, at) =>
      run(`${number}.${at}`, 500 - 14 * number, { x: 40 * at, width: 20 }),
    );
  const texts = textsOf([page([...row(1), ...row(2), ...row(3)])]);
  expect(texts.join("\n").split(/\s/)).toHaveLength(450);
});

it("gives the rows of a table on the next page its head", () => {
  const row = (number: number, y: number, isBold = false): Run[] => [
    run(isBold ? "Code" : `E-${number}`, y, { width: 30, isBold }),
    run(isBold ? "Meaning" : `Fault of part ${number}`, y, { x: 150, width: 80, isBold }),
  ];
  const rows = (from: number) => [0, 1, 2, 3].flatMap((at) => row(from + at, 600 - 14 * at));
  const blocks = blocksOf([page([...row(0, 620, true), ...rows(1)]), page(rows(5))]);
  expect(blocks.map(({ text, page: at, head }) => [at, text, head])).toEqual([
    [1, "Code\tMeaning", undefined],
    ...[1, 2, 3, 4].map((each) => [1, `E-${each}\tFault of part ${each}`, "Code\tMeaning"]),
    ...[5, 6, 7, 8].map((each) => [2, `E-${each}\tFault of part ${each}`, "Code\tMeaning"]),
  ]);
});

it("reads codes with their beginning, which is the name of their column", () => {
  const row = (y: number, texts: string[], isBold = false) =>
    texts.map((text, at) => run(text, y, { x: 50 + 100 * at, width: 30, isBold }));
  const rows = [
    row(620, ["AX-", "Fuse"], true),
    row(606, ["21-H1", "15 A"]),
    row(592, ["22-H1", "20 A"]),
  ];
  expect(textsOf([page(rows.flat())])).toEqual(["AX-\tFuse", "AX-21-H1\t15 A", "AX-22-H1\t20 A"]);
});

it("takes a bold line below a larger heading for a heading of its own", () => {
  const title = run("Spare parts", 560, { size: 16, isBold: true });
  const part = run("Pump unit", 541, { isBold: true, width: 50 });
  expect(kindsOf([page([title, part, ...body(1)])]).slice(0, 2)).toEqual([
    ["heading", "Spare parts"],
    ["heading", "Pump unit"],
  ]);
});

it.each([
  ["left", 50, 260],
  ["right", 380, 50],
])(
  "reads a column of pictures at the %s with the text beside each picture",
  (side, pictures, text) => {
    const step = (number: number, top: number): Run[] => [
      run(`Figure ${number}: Valve`, top - 120, { x: pictures, width: 80, size: 8 }),
      run(`Step ${number} opens the valve of the ${"a".repeat(number)} unit`, top, { x: text }),
      run("and waits until the pressure has fallen to zero.", top - 12, { x: text }),
      run(`Then it closes the valve ${"b".repeat(number)} again.`, top - 24, {
        x: text,
        width: 200,
      }),
    ];
    const found = blocksOf([page([1, 2, 3].flatMap((number) => step(number, 900 - 170 * number)))]);
    const names = found.flatMap((block) => /^(Figure|Step) \d/.exec(block.text)?.[0] ?? []);
    const pair = (number: number) => [`Figure ${number}`, `Step ${number}`];
    expect(names).toEqual(
      [1, 2, 3].flatMap((number) => (side === "left" ? pair(number) : pair(number).reverse())),
    );
  },
);

it("removes a header that repeats a heading of its page or the page before, and keeps the heading", () => {
  const sections = ["Charging", "Charging", "Venting", "Testing", "Testing"];
  const pages = sections.map((section, number) =>
    page([
      run(section, 800, { width: 60, isBold: true }),
      ...(sections[number - 1] === section
        ? []
        : [run(section, 560, { size: 16, width: 90, isBold: true })]),
      ...body(number + 1),
    ]),
  );
  const headings = blocksOf(pages).filter(({ kind }) => kind === "heading");
  expect(headings.map(({ text, page: at }) => [text, at])).toEqual([
    ["Charging", 1],
    ["Venting", 3],
    ["Testing", 4],
  ]);
});

it("removes a footer whose number grows with the pages, also when only some pages have it", () => {
  const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) =>
    page([...body(number), ...(number % 3 === 0 ? [run(`${number} Bearing setting`, 30)] : [])]),
  );
  const texts = textsOf(pages);
  expect(texts.filter((text) => text.includes("Bearing setting"))).toEqual([]);
});

it("joins a justified line of a narrow column in spite of its wide spaces, and no row of a table", () => {
  const piece = (words: string, y: number, x: number, right: number) =>
    run(words, y, { x, width: right - x });
  const whole = (y: number) => run("and every line of it is as wide as all", y, { width: 200 });
  const justified = [
    whole(500),
    whole(488),
    piece("obsolete information in", 476, 50, 150),
    piece("a course.", 476, 175, 250),
    whole(464),
    whole(452),
  ];
  expect(textsOf([page(justified)]).map((text) => text.includes("\t"))).toEqual([false]);
  const rows = [488, 476, 464].flatMap((y, at) => [
    piece(`Part ${"a".repeat(at)} of it`, y, 50, 120),
    piece("250 mm", y, 145, 250),
  ]);
  const table = textsOf([page([whole(500), ...rows, whole(440)])]);
  expect(table.filter((text) => text.includes("\t"))).toHaveLength(3);
});

it("reads entries of a list with letters, whole, and a sentence that ends at a letter", () => {
  const blocks = kindsOf([
    page([
      run("Before the unit is opened these things must be at hand:", 560),
      run("A. A screwdriver with a handle that is insulated and", 546, { x: 60 }),
      run("tested.", 534, { x: 75, width: 40 }),
      run("B. Gloves.", 520, { x: 60, width: 60 }),
      run("The fan of the outdoor unit is fed with a voltage of 12", 490),
      run("V. The pump has the same voltage as the fan of the unit.", 478),
    ]),
  ]);
  expect(blocks).toEqual([
    ["paragraph", "Before the unit is opened these things must be at hand:"],
    ["line", "A. A screwdriver with a handle that is insulated and tested."],
    ["line", "B. Gloves."],
    [
      "paragraph",
      "The fan of the outdoor unit is fed with a voltage of 12 V. The pump has the same voltage as the fan of the unit.",
    ],
  ]);
});

it("keeps the words of a program together whose letters stand below each other", () => {
  const drawn = (isMonospaced: boolean) =>
    ["mov r1,a", "mov r0,a", "clr a"].flatMap((line, at) => {
      const [first = "", second = ""] = line.split(" ");
      const y = 500 - at * 12;
      return [
        run(first, y, { width: 18, isMonospaced }),
        run(second, y, { x: 74, width: second.length * 6, isMonospaced }),
      ];
    });
  expect(textsOf([page(drawn(true))]).join(" ")).toBe("mov r1,a mov r0,a clr a");
  expect(textsOf([page(drawn(false))]).join(" ")).toContain("\t");
});

it("takes no words of list entries for cells that stand below each other", () => {
  const runs = ["D", "E", "F"].flatMap((name, at) => [
    run("•", 500 - at * 12, { width: 4 }),
    run(name, 500 - at * 12, { x: 60, width: 7 }),
    run("- what it does", 500 - at * 12, { x: 69.5, width: 80 }),
  ]);
  expect(textsOf([page(runs)])).toEqual([
    "• D - what it does",
    "• E - what it does",
    "• F - what it does",
  ]);
});

it("joins a term to the text that goes on below it", () => {
  const runs = [
    run("UPV", 500, { width: 25, isBold: true }),
    run("Output voltage. It can be set to any value, but not together", 500, { x: 88, width: 260 }),
    run("with the current of the other output, which is set by the same part.", 488),
  ];
  expect(textsOf([page(runs)])).toEqual([
    "UPV Output voltage. It can be set to any value, but not together with the current of the other output, which is set by the same part.",
  ]);
});

it.each([
  ["a section's title with the word of an example", "9.8.2 Example", "heading"],
  ["the word of an example", "Example", "paragraph"],
  ["a numbered title of short words", "24.3 To Do", "heading"],
  ["a numbered sentence", "A.2.2 How the program finds its settings.", "heading"],
  ["a sentence", "How the program finds its settings.", "paragraph"],
])("takes %s alone in bold letters, %j, for a %s", (_, title, kind) => {
  const drawn = run(title, 540, { width: 90, isBold: true });
  const found = kindsOf([page([...body(1, 620), drawn, ...body(2)])]);
  expect(found).toContainEqual([kind, title]);
});

it("takes the title of a listing in a frame for a heading", () => {
  const frame = [
    { at: 530, from: 45, to: 400 },
    { at: 490, from: 45, to: 400 },
  ];
  const sides = [45, 400].map((at) => ({ at, from: 490, to: 530 }));
  const content = page([
    ...body(1, 620),
    run("Example of a macro", 540, { width: 90, isBold: true }),
    run("G0 X1", 515, { isMonospaced: true, width: 30 }),
    run("M2", 503, { isMonospaced: true, width: 12 }),
    ...body(2, 460),
  ]);
  const drawing = { horizontal: frame, vertical: sides, paths: 4, pictures: 0 };
  expect(kindsOf([{ ...content, drawing }])).toContainEqual(["heading", "Example of a macro"]);
});

it("reads the entries of contents as a title and its page", () => {
  const section = (y: number, title: string, at: string) => [
    run(`${title} ${". ".repeat(30)}`, y, { x: 64, width: 400 }),
    run(at, y, { x: 488, width: 12 }),
  ];
  const chapter = (y: number, number: string, title: string, at: string) => [
    run(number, y, { width: 5 }),
    run(title, y, { x: 64, width: 90 }),
    run(at, y, { x: 488, width: 12 }),
  ];
  const runs = [
    ...chapter(500, "3", "Wiring", "62"),
    ...section(488, "3.1 Terminals", "63"),
    ...section(476, "3.2 Earth", "65"),
    ...chapter(464, "4", "Repairs", "70"),
    ...section(452, "4.1 Fuses", "71"),
    ...section(440, "4.2 Fans", "72"),
  ];
  const cells = textsOf([page(runs)]).map((text) => text.split("\t"));
  expect(cells.map((row) => row.length)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(cells[0]).toEqual(["3 Wiring", "62"]);
});

it("takes an entry of contents with few dots for no heading", () => {
  const entry = run("Appendix A Wiring . . 48", 540, { size: 14, isBold: true });
  const kinds = blocksOf([page([...body(1, 620), entry, ...body(2)])]).map(({ kind }) => kind);
  expect(kinds).not.toContain("heading");
});
