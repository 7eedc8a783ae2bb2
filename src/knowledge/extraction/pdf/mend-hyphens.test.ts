import { expect, it } from "vitest";
import { collectWords, joinLines } from "./mend-hyphens.ts";

const join = (...lines: string[]) => joinLines(lines, collectWords(lines));

it("joinLines joins a word that was divided at the end of a line", () => {
  expect(join("Open the refrig-", "erant valve")).toBe("Open the refrigerant valve");
  expect(join("Open the refrig\u00ad", "erant valve")).toBe("Open the refrigerant valve");
});

it("joinLines keeps the hyphen of a word that has one elsewhere, or whose halves are words", () => {
  expect(join("low-pressure switch of a low-", "pressure line")).toBe(
    "low-pressure switch of a low-pressure line",
  );
  expect(join("high pressure, a high-", "pressure line")).toBe(
    "high pressure, a high-pressure line",
  );
});

it("joinLines does not change codes", () => {
  expect(join("the unit HP-", "240/B")).toBe("the unit HP-240/B");
  expect(join("see table", "E-47")).toBe("see table E-47");
});
