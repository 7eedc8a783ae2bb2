import { expect, test } from "vitest";
import { plainSigns } from "../check-answer.ts";
import { figuresIn } from "./figures.ts";

/** The figures in a text, each in the smallest unit of its dimension: "1200 length". */
const amounts = (text: string) =>
  figuresIn(plainSigns(text)).map(({ values, unit }) => {
    const amount = values.map((value) => Number((value * (unit?.factor ?? 1)).toFixed(3)));
    return unit ? `${amount.join(" or ")} ${unit.dimension}` : amount.join(" or ");
  });

test.each([
  ["1\u00a0200\u00a0mm", "1200 length"],
  ["1.200 mm", "1200 or 1.2 length"],
  ["0,5 bar", "50000 pressure"],
  ["1.200,5 kg", "1200500 mass"],
  ["24VDC", "24 voltage DC"],
  ["AC230V", "230 voltage"],
  ["10 kOhm", "10000 resistance"],
  ["2½ turns", "2.5 turn"],
  ["3 m³/h", "833.333 volume/time"],
  ["half an hour", "1800 time"],
  ["two and a half bar", "250000 pressure"],
  ["two hundred and fifty hours", "900000 time"],
  ["zweihundertfünfzig Stunden", "900000 time"],
  ["einundzwanzig Tage", "1814400 time"],
  ["eine Viertelstunde", "900 time"],
  ["veinticinco horas", "90000 time"],
  ["un cuarto de hora", "900 time"],
  ["media vuelta", "0.5 turn"],
  ["quatre-vingts jours", "6912000 time"],
  ["un quart d'heure", "900 time"],
])("%j is one amount", (text, amount) => {
  expect(amounts(text)).toEqual([amount]);
});
