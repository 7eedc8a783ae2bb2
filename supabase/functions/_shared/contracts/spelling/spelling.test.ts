import { expect, it } from "vitest";
import {
  chooseCorrection,
  editDistance,
  findCorrections,
  suspiciousWords,
} from "./find-corrections.ts";
import { correctQuestion, quoteWords, wordsToCheck } from "./question-words.ts";

it.each([
  ["capacitor", "capacitor", 0],
  ["capacitro", "capacitor", 1],
  ["kapacitro", "capacitor", 2],
  ["pump", "valve", 3],
])("the distance of the words %s and %s is right", (from, to, edits) => {
  expect(editDistance(from, to, 2)).toBe(edits);
  expect(editDistance(to, from, 2)).toBe(edits);
  expect(editDistance(from, to, 1)).toBe(Math.min(2, edits));
});

const among = (...words: string[]) => words.map((word) => ({ word, passages: 1 }));

it("the word that was meant has fewest edits, then the same first letter, then most passages, then the alphabet", () => {
  expect(chooseCorrection("capacitro", among("capacitors", "capacitor"))).toBe("capacitor");
  expect(chooseCorrection("valvs", among("halvs", "valve"))).toBe("valve");
  const often = [
    { word: "valve", passages: 2 },
    { word: "valvo", passages: 9 },
  ];
  expect(chooseCorrection("valvs", often)).toBe("valvo");
  expect(chooseCorrection("valvs", among("valvo", "valve"))).toBe("valve");
});

it("the word that was meant is at most one edit away, or two from eight letters and the same first letter", () => {
  expect(chooseCorrection("snesro", among("sensor"))).toBeNull();
  expect(chooseCorrection("capaictro", among("capacitor"))).toBe("capacitor");
  expect(chooseCorrection("kapacitro", among("capacitor"))).toBeNull();
  expect(chooseCorrection("kapacitor", among("capacitor"))).toBe("capacitor");
});

it("the words of a question that may be misspelled have five letters or more, without codes and quoted words", () => {
  expect(wordsToCheck("Where is the Capacitro, and the capacitro of HP-240-series?")).toEqual([
    "where",
    "capacitro",
  ]);
  expect(wordsToCheck('is "capacitro" or “compresor” or «ventill» a word')).toEqual([]);
  expect(wordsToCheck("5kapacitor cap4citor über überdruk клпана 冷却液泄漏检查")).toEqual([
    "überdruk",
    "клпана",
  ]);
});

it("the words of a question that may be misspelled are no codes in capitals, unless everything is in capitals", () => {
  expect(wordsToCheck("reset the ECODAN remotly")).toEqual(["reset", "remotly"]);
  expect(wordsToCheck("RESET THE CAPACITRO")).toEqual(["reset", "capacitro"]);
});

it("the words of a question that may be misspelled are no common English words", () => {
  expect(suspiciousWords("Could a mouse torch the capacitro?")).toEqual(["capacitro"]);
});

const corrections = [{ written: "capacitro", used: "capacitor" }];

it("a question is searched with its words corrected, and nothing else changed", () => {
  expect(correctQuestion("Capacitro of CAP-capacitro-7,\n “capacitro”?", corrections)).toBe(
    "capacitor of CAP-capacitro-7,\n “capacitro”?",
  );
});

it("a question is not corrected again once its words are quoted", () => {
  const quoted = quoteWords("which Capacitro, capacitro?", corrections);
  expect(quoted).toBe('which "Capacitro", "capacitro"?');
  expect(wordsToCheck(quoted)).toEqual(["which"]);
});

it("a question keeps a word for which no word of a passage is close enough", () => {
  const found = findCorrections(["capacitro", "zorbulax"], (word) =>
    word === "capacitro" ? [{ word: "capacitor", passages: 3 }] : [],
  );
  expect(found).toEqual(corrections);
});
