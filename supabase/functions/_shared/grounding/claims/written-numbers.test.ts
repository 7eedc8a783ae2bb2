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
  ["two hundred and fifty hours", "time", 250 * 3600],
  ["fifteen hundred litres", "volume", 1500 * 1000],
  ["two thousand metres", "length", 2000 * 1000],
  ["2 min 30 s", "time", 150],
  ["1 hour and 20 minutes", "time", 80 * 60],
  ["ten degrees below zero", "degree", -10],
  ["minus ten degrees", "degree", -10],
  ["a quarter turn", "degree", 90],
  ["24VDC", "voltage", 24],
  ["AC230V", "voltage", 230],
  ["\u00d88mm", "length", 8],
  ["10 kOhm", "resistance", 10000],
  ["5 bar(g)", "pressure", 500000],
  ["1'500 kg", "mass", 1500000],
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
  [
    "100-240 V",
    [
      ["voltage", 100],
      ["voltage", 240],
    ],
  ],
  ["half a dozen screws", [[null, 6]]],
  ["2 million cycles", [[null, 2_000_000]]],
  [
    "between one hundred and two hundred metres",
    [
      ["length", 100000],
      ["length", 200000],
    ],
  ],
])("%j has the amounts that it names", (text, expected) => {
  expect(amounts(text)).toEqual(expected);
});
