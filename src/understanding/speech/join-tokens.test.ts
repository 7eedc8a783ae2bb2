import { expect, it } from "vitest";
import { joinTokens } from "./join-tokens.ts";

const PIECES = ["▁The", "▁con", "tactor", ".", '▁"', "<0xC3>", "<0xA9>", "▁"];

const words = (...tokens: [number, number][]) =>
  joinTokens(
    PIECES,
    tokens.map(([id]) => id),
    tokens.map(([, logProbability]) => logProbability),
  );

it("joins tokens to words, each as likely as its least likely token", () => {
  expect(words([0, -0.1], [1, -0.2], [2, -0.9])).toEqual([
    { text: "The", logProbability: -0.1 },
    { text: "contactor", logProbability: -0.9 },
  ]);
});

it("does not doubt a word for the punctuation after it", () => {
  expect(words([1, -0.2], [2, -0.1], [3, -2])).toEqual([
    { text: "contactor.", logProbability: -0.2 },
  ]);
});

it("puts characters of several tokens together", () => {
  expect(words([0, -0.1], [5, -0.2], [6, -0.3])).toEqual([{ text: "Theé", logProbability: -0.3 }]);
});

it("leaves out words without a text", () => {
  expect(words([7, -1], [0, -0.1])).toEqual([{ text: "The", logProbability: -0.1 }]);
});
