import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { plainSigns } from "./plain-signs.ts";

const amounts = (text: string) =>
  factsOf(plainSigns(text)).quantities.map(({ value, unit }) => [
    unit?.dimension ?? null,
    Number((value * (unit?.factor ?? 1)).toFixed(3)),
  ]);

test.each([
  ["1 200 mm", "length", 1200],
  ["1\u00a0200\u00a0mm", "length", 1200],
  ["1\u202f200 mm", "length", 1200],
  ["12 000 hours", "time", 12000 * 3600],
  ["–20 °C", "celsius", -20],
  ["down to –20 °C", "celsius", -20],
  ["\u221220 °C", "celsius", -20],
  ["down to \u2212 20 °C", "celsius", -20],
  ["one and a half bar", "pressure", 150000],
  ["two and a quarter hours", "time", 8100],
  ["half a litre", "volume", 500],
  ["half a bar", "pressure", 50000],
  ["three quarters of a litre", "volume", 750],
  ["a quarter of an hour", "time", 900],
  ["an hour and a quarter", "time", 4500],
  ["half an hour", "time", 1800],
])("%j is one amount", (text, dimension, value) => {
  expect(amounts(text)).toEqual([[dimension, value]]);
});

test.each([
  [
    "type 22 600 mm",
    [
      [null, 22],
      ["length", 600],
    ],
  ],
  [
    "8–12 K",
    [
      ["kelvin", 8],
      ["kelvin", 12],
    ],
  ],
  [
    "8 –12 K",
    [
      ["kelvin", 8],
      ["kelvin", 12],
    ],
  ],
  [
    "–20 to –10 °C",
    [
      ["celsius", -20],
      ["celsius", -10],
    ],
  ],
  [
    "8 bar –12 bar",
    [
      ["pressure", 800000],
      ["pressure", 1200000],
    ],
  ],
  ["every quarter", [["months", 3]]],
])("%j has the amounts that it names", (text, expected) => {
  expect(amounts(text)).toEqual(expected);
});
