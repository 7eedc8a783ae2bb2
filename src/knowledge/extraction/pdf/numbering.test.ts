import { expect, it } from "vitest";
import { hasDeepNumber, hasLetter, isListEntry, isNumbered } from "./headings.ts";

it("knows the numbers, letters and roman numerals of headings", () => {
  const texts = ["4.2 Wiring", "3-1. Wiring", "A. Wiring", "A.2 Wiring", "IV. Wiring", "Chapter 4"];
  expect(texts.filter((text) => !isNumbered(text))).toEqual([]);
  const others = ["Wiring", "Parts and tools", "12 volts of supply", "appendixes of pipes"];
  expect(others.filter(isNumbered)).toEqual([]);
});

it("tells numbers of several parts from single letters", () => {
  const deep = ["A.1 Scope", "3.5.1.4 __pdata", "3.14.2 <stdio.h>", "G.1.1 940-0024 cable"];
  expect(deep.filter((text) => !hasDeepNumber(text))).toEqual([]);
  expect(["A. Scope", "1. Scope", "2.5 %"].some(hasDeepNumber)).toBe(false);
  expect(["A. Scope", "b) the pump", "iv. the pump", "(c) the pump"].every(hasLetter)).toBe(true);
  expect(["A pump", "1. Scope", "Mr. Smith"].some(hasLetter)).toBe(false);
});

it("knows the marks that only entries of lists have", () => {
  expect(["• Gloves", "1. Gloves", "a) Gloves", "(B) Gloves"].every(isListEntry)).toBe(true);
  expect(["A. Gloves", "Gloves"].some(isListEntry)).toBe(false);
});
