import { expect, it } from "vitest";
import { textOfPages } from "./document-blocks.ts";
import { largeSymbols } from "./hanging-letters.ts";
import type { Run } from "./page-content.ts";
import type { Ruling } from "./rulings.ts";

/** A letter is half as wide as it is high. */
function run(text: string, x: number, y: number, over: Partial<Run> = {}): Run {
  const size = over.size ?? 10;
  const width = text.length * size * 0.5;
  return { text, x, y, width, size, isBold: false, isMonospaced: false, ...over };
}

function textsOf(runs: Run[], horizontal: Ruling[] = []): string[] {
  const drawing = { horizontal, vertical: [], paths: 0, pictures: 0 };
  const page = { width: 600, height: 840, runs, turned: [], drawing };
  return textOfPages([page]).blocks.map(({ text }) => text);
}

it.each<[string, Run[], Ruling[], string]>([
  [
    "a fraction in its line",
    [run("I =", 200, 500), run("V", 223, 507), run("R", 223, 493)],
    [{ at: 502.5, from: 222, to: 229 }],
    "I = V/R",
  ],
  [
    "more than one name above the bar in brackets",
    [
      run("f =", 200, 500),
      run("a + b", 224, 507),
      run("2", 234, 493),
      run("RC", 238, 493),
      run(", at rest", 252, 500),
    ],
    [{ at: 502.5, from: 222, to: 251 }],
    "f = (a + b)/2RC, at rest",
  ],
  [
    "a fraction of small letters in brackets below a longer bar",
    [
      run("M =", 200, 500),
      run("a + b", 225, 508),
      run("(", 222, 497, { isHanging: true }),
      run("T", 228, 492, { size: 7 }),
      run("S", 228, 483, { size: 7 }),
      run(")", 232.5, 497, { isHanging: true }),
      run("3", 240, 494, { size: 7 }),
      run("at rest.", 255, 500),
    ],
    [
      { at: 502.5, from: 220, to: 250 },
      { at: 490, from: 227.5, to: 232 },
    ],
    "M = (a + b)/((T/S) 3) at rest.",
  ],
])("reads %s", (_, runs, bars, text) => {
  expect(textsOf(runs, bars)).toEqual([text]);
});

it("reads the codes of large brackets and sums", () => {
  expect(largeSymbols("h\u0010P")).toBe("[(∑");
});

it("takes the line below a sum, or below a head, for no fraction", () => {
  const sum = [run("12", 200, 512), run("30", 200, 500), run("42", 200, 486)];
  expect(textsOf(sum, [{ at: 496, from: 199, to: 211 }]).join(" ")).toBe("12 30 42");
  const table = ["Fan", "Gas"].flatMap((name, at) => [
    run(name, 100 + 100 * at, 514),
    run(`${at + 1}`, 105 + 100 * at, 500),
    run(`${at + 3}`, 105 + 100 * at, 486),
  ]);
  const rules = [100, 200].map((from) => ({ at: 510, from, to: from + 15 }));
  expect(textsOf(table, rules)).toEqual(["Fan\tGas", "1\t2", "3\t4"]);
});

it("keeps powers of ten apart from their number, but no mark of a note", () => {
  const small = { size: 7 };
  const runs = [
    run("about 10", 50, 500),
    run("9", 90, 504, small),
    run("ohms or 10", 98, 500),
    run("−", 148, 504, small),
    run("3", 151.5, 504, small),
    run("siemens in section 2", 160, 500),
    run("1", 260, 504, small),
  ];
  expect(textsOf(runs)).toEqual(["about 10^9 ohms or 10^−3 siemens in section 21"]);
});

it("joins a formula to its number at the margin, and keeps other cells", () => {
  const numbered = [run("U = R I", 250, 500), run("(2.1)", 480, 500)];
  expect(textsOf([...numbered, run("Ohm's law.", 50, 470)])).toEqual([
    "U = R I (2.1)",
    "Ohm's law.",
  ]);
  expect(textsOf([run("Filter", 50, 500), run("(2)", 300, 500)])).toEqual(["Filter\t(2)"]);
});
