import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { plainSigns } from "./plain-signs.ts";

/** The amounts in a text, each in the smallest unit of its dimension: "1200 length". */
const amounts = (text: string) =>
  factsOf(plainSigns(text)).quantities.map(({ value, unit }) => {
    const amount = Number((value * (unit?.factor ?? 1)).toFixed(3));
    return unit ? `${amount} ${unit.dimension}` : String(amount);
  });

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
  expect(amounts(text)).toEqual([`${value} ${dimension}`]);
});

test.each([
  ["type 22 600 mm", ["22", "600 length"]],
  ["8–12 K", ["8 kelvin", "12 kelvin"]],
  ["8 –12 K", ["8 kelvin", "12 kelvin"]],
  ["–20 to –10 °C", ["-20 celsius", "-10 celsius"]],
  ["8 bar –12 bar", ["800000 pressure", "1200000 pressure"]],
  ["every quarter", ["3 months"]],
  ["100-240 V", ["100 voltage", "240 voltage"]],
  ["half a dozen screws", ["6"]],
  ["2 million cycles", ["2000000"]],
  ["between one hundred and two hundred metres", ["100000 length", "200000 length"]],
])("%j has the amounts that it names", (text, expected) => {
  expect(amounts(text)).toEqual(expected);
});
