import { expect, it } from "vitest";
import { companyChoices, findCompanies } from "./company-choices.ts";

const COMPANIES = [
  { id: "11111111-0000-4000-8000-000000000000", name: "Alder" },
  { id: "22222222-0000-4000-8000-000000000000", name: "alder" },
  { id: "33333333-0000-4000-8000-000000000000", name: "Birch" },
  { id: "44444444-0000-4000-8000-000000000000", name: "Cedar  Heating" },
  { id: "55555555-0000-4000-8000-000000000000", name: "Cedar Heating " },
];

it("tells companies of one name apart by their ids", () => {
  expect(companyChoices(COMPANIES).map(({ label }) => label)).toEqual([
    "Alder (11111111)",
    "alder (22222222)",
    "Birch",
    // A page shows several spaces as one.
    "Cedar  Heating (44444444)",
    "Cedar Heating  (55555555)",
  ]);
});

it.each([
  ["", 5],
  ["  ALDER", 2],
  ["ir", 1],
  ["22222222", 1],
  ["zebra", 0],
])("finds for %j so many companies: %d", (typed, count) => {
  expect(findCompanies(COMPANIES, typed)).toHaveLength(count);
});
