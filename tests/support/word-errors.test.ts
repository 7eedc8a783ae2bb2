import { expect, test } from "vitest";
import { wordErrorRate, wordErrors } from "./word-errors.ts";

test.each([
  ["the same words", "Close the valve.", "close the valve", 0],
  ["a word too many", "close the valve", "close the red valve", 1],
  ["a word too few", "close the valve", "close valve", 1],
  ["another word", "close the valve", "close the wave", 1],
  ["nothing heard", "close the valve", "", 3],
  ["words where nothing was said", "", "thank you", 2],
  ["numbers in figures and in words", "press 1 and 42", "press one and forty-two", 0],
  ["a long number and its digits", "E-470 and B12", "e four seven zero and b twelve", 0],
])("%s", (_, said, heard, errors) => {
  expect(wordErrors(said, heard)).toBe(errors);
});

test("the rate is a part of the words that were said", () => {
  expect(wordErrorRate("close the valve now", "close the wave now")).toBe(0.25);
});
