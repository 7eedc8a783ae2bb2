import { expect, it } from "vitest";
import { namesColumns } from "./tables.ts";

const ROWS = [
  ["3000 turns", "126", "565"],
  ["1000 turns", "4.7", "≤ 42"],
];

it("knows a head by the words that it has above figures", () => {
  expect(namesColumns(["Coil", "Inductance (mH)", "Resistance"], ROWS)).toBe(true);
  expect(namesColumns(["", "L1 (mH)", "R"], ROWS)).toBe(true);
});

it("takes no row of figures and no list of properties for one", () => {
  expect(namesColumns(["500 turns", "1.2", "12"], ROWS)).toBe(false);
  expect(namesColumns(["500 turns", "", "12"], ROWS)).toBe(false);
  const properties = [
    ["Power", "20 W"],
    ["Weight", "30 kg"],
  ];
  expect(namesColumns(["Model", "AX-300"], properties)).toBe(false);
  expect(namesColumns(["Coil", "Inductance"], [])).toBe(false);
});

it("needs figures in most rows of a column", () => {
  const sparse = [
    ["a", "-", ""],
    ["b", "1", ""],
    ["c", "–", "2"],
  ];
  expect(namesColumns(["Part", "Torque", "Length"], sparse)).toBe(false);
});
