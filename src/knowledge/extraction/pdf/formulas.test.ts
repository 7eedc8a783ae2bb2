import { expect, it } from "vitest";
import { largeSymbols } from "./fractions.ts";
import type { Run } from "./page-content.ts";
import { textOfPages } from "./read.ts";
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

/** "I = V/R" as a formula of its own, from x = 200. */
const current = (y: number) => ({
  runs: [run("I =", 200, y), run("V", 223, y + 7), run("R", 223, y - 7)],
  bar: { at: y + 2.5, from: 222, to: 229 },
});

it("reads a fraction in its line", () => {
  const { runs, bar } = current(500);
  expect(textsOf([...runs, run("where R is known.", 50, 476)], [bar])).toEqual([
    "I = V/R",
    "where R is known.",
  ]);
});

it("puts brackets around more than one name", () => {
  const runs = [
    run("f =", 200, 500),
    run("a + b", 224, 507),
    run("2", 234, 493),
    run("RC", 238, 493),
    run(", at rest", 252, 500),
  ];
  const bar = { at: 502.5, from: 222, to: 251 };
  expect(textsOf(runs, [bar])).toEqual(["f = (a + b)/2RC, at rest"]);
});

it("reads a small fraction in a line of text, and large brackets around it", () => {
  const hanging = { isHanging: true };
  const runs = [
    run("The phase is arctan", 50, 500),
    run("(", 147, 511, hanging),
    run("X", 154, 504, { size: 7 }),
    run("R", 154, 497, { size: 7 }),
    run(")", 159, 511, hanging),
    run("in a coil.", 168, 500),
  ];
  const bar = { at: 502.5, from: 153.5, to: 158 };
  expect(textsOf(runs, [bar])).toEqual(["The phase is arctan (X/R) in a coil."]);
});

it("reads a fraction below a root as a whole", () => {
  const runs = [
    run("T = 2π", 200, 500),
    run("√", 230, 517, { isHanging: true, width: 10 }),
    run("l", 242, 507),
    run("g", 242, 493),
  ];
  const root = { at: 517, from: 240, to: 248 };
  expect(textsOf(runs, [root, { at: 502.5, from: 241, to: 248 }])).toEqual(["T = 2π√(l/g)"]);
});

it("reads a fraction inside another", () => {
  const runs = [
    run("y =", 200, 500),
    run("1 +", 221, 508),
    run("a", 239, 513, { size: 7 }),
    run("b", 239, 505, { size: 7 }),
    run("c", 230, 493),
  ];
  const bars = [
    { at: 502.5, from: 220, to: 244 },
    { at: 511, from: 238.5, to: 243 },
  ];
  expect(textsOf(runs, bars)).toEqual(["y = (1 + a/b)/c"]);
});

it("reads a fraction of small letters in brackets below a longer bar", () => {
  const hanging = { isHanging: true };
  const runs = [
    run("M =", 200, 500),
    run("a + b", 225, 508),
    run("(", 222, 497, hanging),
    run("T", 228, 492, { size: 7 }),
    run("S", 228, 483, { size: 7 }),
    run(")", 232.5, 497, hanging),
    run("3", 240, 494, { size: 7 }),
    run("at rest.", 255, 500),
  ];
  const bars = [
    { at: 502.5, from: 220, to: 250 },
    { at: 490, from: 227.5, to: 232 },
  ];
  expect(textsOf(runs, bars)).toEqual(["M = (a + b)/((T/S) 3) at rest."]);
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
